"""`python -m sampan.cli` is `sampan`."""

from . import main

if __name__ == "__main__":
    main()
