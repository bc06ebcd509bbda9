"""The stages, and the laws that every pass is held to."""
