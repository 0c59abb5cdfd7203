"""HTTP status codes of errors."""

from __future__ import annotations

from novamas.errors import InvalidInput, NovamasError

_STATUS = {
    **dict.fromkeys(("token_missing", "token_unknown", "operator_missing", "operator_unknown"), 401),
    **dict.fromkeys(("pass_missing", "pass_forged", "pass_replayed", "pass_revoked"), 401),
    **dict.fromkeys(("token_may_not", "token_of_another_outlet", "may_not", "same_person"), 403),
    **dict.fromkeys(("origin_foreign", "https_wanted"), 403),
    **dict.fromkeys(("not_your_table", "not_your_seat", "not_your_role", "practice_table"), 403),
    **dict.fromkeys(("no_such_route", "no_such_pool_day", "issue_unknown", "no_issue", "carry_unknown"), 404),
    **dict.fromkeys(("no_table_in_play", "no_payment_there"), 404),
    **dict.fromkeys(("unknown_clause", "unknown_game", "unknown_jurisdiction", "unknown_norm"), 404),
    **dict.fromkeys(("no_such_game", "no_such_job", "no_such_lesson"), 404),
    **dict.fromkeys(("table_still_open", "promise_used", "tables_of_one_person"), 409),
    "no_such_method": 405,
    "request_too_slow": 408,
    "key_reused": 409,
    "request_too_large": 413,
    "host_unknown": 421,
    **dict.fromkeys(("too_many_requests", "too_many_sockets", "too_many_jobs", "locked_out"), 429),
    "headers_too_large": 431,
    "our_mistake": 500,
    **dict.fromkeys(("house_stopping", "check_too_slow"), 503),
    **dict.fromkeys(("job_cancelled", "job_lost", "job_too_long", "jobs_full"), 503),
}


def status_of(error: NovamasError) -> int:
    """Return the HTTP status code of an error."""
    if error.code in _STATUS:
        return _STATUS[error.code]
    from novamas.store import StoreFault  # imported late: a starting worker needs no database

    if isinstance(error, StoreFault):
        return 503
    return 400 if isinstance(error, InvalidInput) else 422
