"""Player who hears sentences and chimes, presses three keys, and sees nothing."""
