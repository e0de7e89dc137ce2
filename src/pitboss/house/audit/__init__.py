"""Reading the trail: verifying, finding, replaying and exporting rounds."""
