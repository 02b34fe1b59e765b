"""Whether a picture is worth reading: moving, hand in view, light jumped, blurred."""
