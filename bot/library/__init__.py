"""What people can ask of the library, and how papers get into it."""
