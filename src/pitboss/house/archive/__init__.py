"""Old rows of the trail in signed files outside the store."""
