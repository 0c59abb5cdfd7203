"""The catalogue over HTTP: everything that the command line prints as JSON, under `/api`.

- requests.py, dispatcher.py: parameters shared by routes; runs tasks and builds responses
- routes.py and *_routes.py: the routes
- tasks.py and *_tasks.py: tasks, that is requests as values, with their results
- response_cache.py, build_id.py: cached responses, and the edition that they depend on
- jobs.py, worker.py: background jobs and their worker processes

Imports nothing, so that a worker process loads only the tasks and starts fast.
"""
