import { PROTOCOL, type Reply, type Request } from './messages';
import type { Who } from './generated/common';
import type { ServerMessage } from './generated/live';

export type Connection = 'joining' | 'here' | 'away' | 'gone';

/** The receiver of a socket's messages and connection changes. */
export interface SocketListener {
  readonly onMessage: (said: ServerMessage) => void;
  readonly onConnection: (connection: Connection, retryAt: number | null) => void;
}

/** Sockets, timers and randomness. A test has its own. */
export interface Environment {
  readonly open: (address: string) => WebSocket;
  readonly later: (milliseconds: number, what: () => void) => () => void;
  readonly chance: () => number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Close codes after which reconnecting is useless: no pass, no such table, an old page, too many sockets. */
const FAREWELLS = [4400, 4401, 4404, 4426, 4429];

const BROWSER: Environment = {
  open: (address) => new WebSocket(address),
  later: (milliseconds, what) => {
    const timer = setTimeout(what, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
};

/** Requests that change nothing. They let others go first. */
const QUESTIONS: ReadonlySet<string> = new Set(['not_offered', 'what_if', 'why_not']);

/** Requests that may take seconds. Nothing waits for their replies but the next of them. */
const ADVICE: ReadonlySet<string> = new Set(['hint', 'coach']);

interface Waiting {
  readonly id: string;
  readonly asked: Request;
  readonly answer: (reply: Reply) => void;
}

/**
 * The socket of one table. It reconnects from the last number received, and sends one request at a time; a request for
 * advice goes beside the others, so that no act waits for it.
 */
export class TableSocket {
  eyes: string;
  language: string;
  readonly #address: string;
  readonly #listener: SocketListener;
  readonly #environment: Environment;
  #socket: WebSocket | null = null;
  #greeted = false;
  #number: number | null = null;
  #wait = FIRST_WAIT;
  readonly #line: Waiting[] = [];
  readonly #advice: Waiting[] = [];
  #asked = 0;
  #stopLater: (() => void) | null = null;
  #ended = false;

  constructor(
    address: string,
    eyes: string,
    language: string,
    listener: SocketListener,
    environment: Environment = BROWSER,
  ) {
    this.#address = address;
    this.eyes = eyes;
    this.language = language;
    this.#listener = listener;
    this.#environment = environment;
    this.#connect();
  }

  /** Send a request after the reply to the one before, an act before all questions. It is sent again after a reconnection. */
  ask(asked: Request): Promise<Reply> {
    this.#asked += 1;
    const id = `${String(this.#asked)}-${this.#environment.chance().toString(36).slice(2, 12)}`;
    return new Promise((answer) => {
      const waiting = { id, asked, answer };
      const line = ADVICE.has(asked.type) ? this.#advice : this.#line;
      const isQuestion = QUESTIONS.has(asked.type);
      const first = isQuestion ? -1 : line.findIndex((one, at) => at > 0 && QUESTIONS.has(one.asked.type));
      line.splice(first < 0 ? line.length : first, 0, waiting);
      if (line.length === 1) this.#send(line);
    });
  }

  /** Close the socket for good. */
  close(): void {
    this.#ended = true;
    this.#stopLater?.();
    this.#socket?.close();
  }

  /** Reconnect, for another language or viewpoint. No event is missed. */
  renew(): void {
    this.#socket?.close();
  }

  #connect(): void {
    const socket = this.#environment.open(this.#address);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      const since = this.#number === null ? {} : { since: this.#number };
      const { eyes, language } = this;
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, eyes, language, ...since }));
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.#closed(event.code);
  }

  #hear(said: ServerMessage): void {
    if (this.#ended) return;
    const isFirst = said.type === 'hello' && !this.#greeted; // a change of viewpoint is also answered with hello
    if (said.type === 'hello') {
      this.#greeted = true;
      this.#wait = FIRST_WAIT;
      this.eyes = said.eyes;
      this.#listener.onConnection('here', null);
    }
    if (said.type === 'table') this.eyes = eyesOf(said.view.eyes);
    if (said.type === 'hello' || said.type === 'table' || said.type === 'told') this.#number = said.number;
    this.#listener.onMessage(said);
    if (said.type === 'told' && said.answer) {
      const reply = { type: 'answer', number: said.number, ...said.answer } as const; // to an act that led to this state
      if (this.#line[0]?.id === reply.id) this.#answered(this.#line, reply);
      return;
    }
    const line = 'id' in said && [this.#line, this.#advice].find(([first]) => first?.id === said.id);
    if (line) this.#answered(line, said as Reply);
    else if (isFirst) for (const each of [this.#line, this.#advice]) this.#send(each);
  }

  #answered(line: Waiting[], reply: Reply): void {
    line.shift()?.answer(reply);
    this.#send(line);
  }

  #send(line: readonly Waiting[]): void {
    const first = line[0];
    if (first && this.#greeted) this.#socket?.send(JSON.stringify({ ...first.asked, id: first.id }));
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#greeted = false;
    if (this.#ended) return;
    if (code === 4400 && this.eyes !== 'rail') {
      this.eyes = 'rail'; // another player has the seat now: continue from the rail
      this.#number = null;
    } else if (FAREWELLS.includes(code)) {
      this.#listener.onConnection('gone', null);
      return;
    }
    const wait = this.#wait * (0.75 + this.#environment.chance() / 2);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    this.#listener.onConnection('away', Date.now() + wait);
    this.#stopLater = this.#environment.later(wait, () => this.#connect());
  }
}

/** Return a viewpoint as requests have it. */
function eyesOf(who: Who): string {
  return typeof who === 'number' ? `s${String(who)}` : who;
}
