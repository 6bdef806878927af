"""Kit for card games on a mat: hidden cards and their file, virtual hands, pictures, layout."""
