"""The coach and the exact odds beside the running tables: worked out on threads of their own."""
