"""The catalogue over HTTP: everything that the command line prints as JSON, under `/api`.

- requests.py, dispatcher.py: parameters shared by routes; running tasks and building responses
- routes.py and *_routes.py: the routes
- tasks.py and *_tasks.py: tasks, which are requests as values, with their results
- response_cache.py, build_id.py: cached responses, and the edition on which they depend
- jobs.py, worker.py: background jobs and their worker processes

This file imports nothing. A worker process therefore loads only the tasks, and starts fast.
"""
