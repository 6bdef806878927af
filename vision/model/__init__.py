"""Model of the table: tags, surfaces, camera profiles and placed tags as plain values."""
