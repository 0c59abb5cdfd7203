"""Tables in play over HTTP and WebSocket.

messages.py    what is said on a socket, by either side: the protocol
unreadable.py  what is wrong with a message that cannot be read
places.py      who asks, how much he may, and what all who serve tables share
routes.py      what is asked over HTTP
socket.py      one connection to one table
saying.py      what happened at a table, as text for all who look with the same eyes in the same language
"""
