"""What the house and its clients say to each other: every message once, as the one structure from which it is written
and read, and from which the OpenAPI document and the types of the pages' scripts are made."""
