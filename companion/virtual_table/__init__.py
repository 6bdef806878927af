"""Virtual table: pieces that hands move, real or scripted hands, and a camera above it."""
