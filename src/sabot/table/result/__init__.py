"""What a coup brings: settled, void, and how every stake ended."""
