"""The catalogue over HTTP: everything that the command line prints for other programs, under `/api`.

asking.py, clerk.py        what requests have in common, and who answers them
routes.py, law.py, games.py, reckoning.py, files.py, school.py, background.py    the routes
tasks.py and *_tasks.py    what is asked, as values, and its answers
keeping.py, editions.py    answers that are kept, and by what
jobs.py, worker.py         what takes longer than anybody waits

Here nothing is imported: a worker that is begun needs tasks alone, and is soon there.
"""
