"""Light and camera: from what lies there to the file a camera writes."""
