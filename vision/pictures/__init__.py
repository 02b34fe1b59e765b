"""Files and bytes made into upright pictures, or refused with a reason."""
