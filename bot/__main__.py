"""`python -m bot` is `paperbot`."""

from bot.cli import main

if __name__ == "__main__":
    main()
