"""What is wrong with an installation, and how to mend it; looks on, and changes nothing."""
