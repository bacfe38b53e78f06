"""The same bot inside an offline Discord: to be tried in a browser, or by one typed command.

Needs the extra `demo` (simcord); nothing here is imported by any other command.
"""
