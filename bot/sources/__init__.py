"""One module a format or site: bytes in, records out."""
