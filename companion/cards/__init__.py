"""Kit for games of cards on a mat: hidden cards and their file, virtual hands, how cards look and lie."""
