"""The edge: HTTP and sockets around tables, people, a lobby, bots in processes of their own. Begin with `app.py`."""
