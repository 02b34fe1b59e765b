"""From a picture to an observation: faces, their lattice, shapes and colours."""
