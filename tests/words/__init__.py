"""What people read, in every language: all of it can be printed in its place, and is held to docs/words.md."""
