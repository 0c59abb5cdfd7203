import { connection } from './connection.svelte';
import type { Body, ErrorBody, JobInfo, Post, Progress } from './generated/http';

/** The server's response to a refused request: its code, its clause and one sentence. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly clause: string | null,
    readonly says: string,
    /** The error's values, such as the missing amount or the tables that are open. */
    readonly values: Readonly<Record<string, unknown>> = {},
  ) {
    super(says);
  }
}

/** Options of a request. */
export interface RequestOptions {
  readonly language: string;
  readonly signal?: AbortSignal;
  readonly body?: unknown;
  /** Token of an outlet or of the organiser's office, if the address needs one. */
  readonly token?: string;
  /** Receives the progress of a long computation. */
  readonly onProgress?: (progress: Progress | null, seconds: number) => void;
}

/** The body of a request to an address: empty if the address takes none. */
export type BodyOf<P extends keyof Post> = P extends keyof Body ? Body[P] : Readonly<Record<string, never>>;

/** The names in a path: `table` of `/api/tables/{table}/close`. */
type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Options of a request with a body. `at` has a value for each name in its path. */
export type PostOptions<P extends keyof Post> = Omit<RequestOptions, 'body'> &
  ([NamesIn<P>] extends [never] ? unknown : { readonly at: Readonly<Record<NamesIn<P>, string>> });

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const JOB_WAIT = 400;

/** Fetch JSON from the server. Waits for the result of a job, and retries if the server does not respond. */
export async function fetchJson<T>(address: string, asking: RequestOptions): Promise<T> {
  const answer = await reach(address, asking);
  if (answer.status === 202) return await result<T>((await answer.json()) as JobInfo, asking);
  if (!answer.ok) throw await errorOf(answer);
  return (await answer.json()) as T;
}

/** Send a request with a body. The types of body and response follow from the path. */
export async function post<P extends keyof Post>(
  path: P,
  body: BodyOf<P>,
  options: PostOptions<P>,
): Promise<Post[P]> {
  const { at = {}, ...asking }: RequestOptions & { readonly at?: Readonly<Record<string, string>> } = options;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => encodeURIComponent(at[name] ?? ''));
  return await fetchJson<Post[P]>(filled, { ...asking, body });
}

/** Fetch a text: a sheet, a table or a record. */
export async function fetchText(address: string, asking: RequestOptions): Promise<string> {
  const answer = await reach(address, asking);
  if (!answer.ok) throw await errorOf(answer);
  return await answer.text();
}

async function reach(address: string, asking: RequestOptions): Promise<Response> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const answer = await fetch(address, request(asking));
      if (answer.status === 502 || answer.status === 504) throw new TypeError('no house behind the door');
      connection.retryAt = null;
      const copied = answer.headers.get('x-kept-at');
      connection.copiedAt = copied ? new Date(copied) : null;
      return answer;
    } catch (fault) {
      if (asking.signal?.aborted) throw fault;
      connection.retryAt = Date.now() + wait;
      await pause(wait, asking.signal);
    }
  }
}

function request(asking: RequestOptions): RequestInit {
  const headers: Record<string, string> = { 'accept-language': asking.language };
  if (asking.body !== undefined) headers['content-type'] = 'application/json';
  if (asking.token) headers.authorization = `Bearer ${asking.token}`;
  return {
    headers,
    method: asking.body === undefined ? 'GET' : 'POST',
    body: asking.body === undefined ? null : JSON.stringify(asking.body),
    signal: asking.signal ?? null,
    credentials: 'same-origin',
  };
}

async function result<T>(job: JobInfo, asking: RequestOptions): Promise<T> {
  try {
    while (job.state === 'waiting' || job.state === 'running') {
      asking.onProgress?.(job.progress ?? null, job.seconds);
      await pause(JOB_WAIT, asking.signal);
      const answer = await reach(job.address, { ...asking, body: undefined });
      if (!answer.ok) throw await errorOf(answer);
      job = (await answer.json()) as JobInfo;
    }
  } catch (fault) {
    if (asking.signal?.aborted)
      void fetch(job.address, { method: 'DELETE', keepalive: true }).catch(() => null);
    throw fault;
  }
  if (job.error) throw new RequestError(503, job.error.code, job.error.clause, job.error.says);
  return job.result as T;
}

async function errorOf(answer: Response): Promise<RequestError> {
  try {
    const { error } = (await answer.json()) as ErrorBody;
    const { values = {} } = error as { readonly values?: Readonly<Record<string, unknown>> };
    return new RequestError(answer.status, error.code, error.clause, error.says, values);
  } catch {
    return new RequestError(answer.status, `http_${String(answer.status)}`, null, answer.statusText);
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, give) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        give(new DOMException('', 'AbortError'));
      },
      { once: true },
    );
  });
}
