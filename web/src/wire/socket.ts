import type { Reply, Request } from './messages';
import type { ServerMessage } from './generated/live';

export type Connection = 'joining' | 'here' | 'away' | 'gone';

/** What a table's socket tells whoever holds it. */
export interface SocketListener {
  readonly onMessage: (said: ServerMessage) => void;
  readonly onConnection: (connection: Connection, retryAt: number | null) => void;
}

/** How the socket is made and how time passes: a test has its own. */
export interface Environment {
  readonly open: (address: string) => WebSocket;
  readonly later: (milliseconds: number, what: () => void) => () => void;
  readonly chance: () => number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Close codes after which it is no use to come back: nobody known, no such table, too many of one's own. */
const FAREWELLS = [4400, 4401, 4404, 4429];

const BROWSER: Environment = {
  open: (address) => new WebSocket(address),
  later: (milliseconds, what) => {
    const timer = setTimeout(what, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
};

interface Waiting {
  readonly id: string;
  readonly asked: Request;
  readonly answer: (reply: Reply) => void;
}

/** One socket at one table: it comes back from the last number it was told, and asks one thing at a time. */
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
  #line: Waiting[] = [];
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

  /** Ask something; it is sent when what was asked before is answered, and again if the line breaks. */
  ask(asked: Request): Promise<Reply> {
    this.#asked += 1;
    const id = `${String(this.#asked)}-${this.#environment.chance().toString(36).slice(2, 12)}`;
    return new Promise((answer) => {
      this.#line.push({ id, asked, answer });
      if (this.#line.length === 1) this.#send();
    });
  }

  /** Leave the table's socket for good. */
  close(): void {
    this.#ended = true;
    this.#stopLater?.();
    this.#socket?.close();
  }

  /** Connect anew, with what is told in another language or to other eyes; nothing is missed. */
  renew(): void {
    this.#socket?.close();
  }

  #connect(): void {
    const socket = this.#environment.open(this.#address);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      const since = this.#number === null ? {} : { since: this.#number };
      socket.send(JSON.stringify({ type: 'hello', eyes: this.eyes, language: this.language, ...since }));
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.#closed(event.code);
  }

  #hear(said: ServerMessage): void {
    if (this.#ended) return;
    const isFirst = said.type === 'hello' && !this.#greeted; // looking with other eyes is greeted too
    if (said.type === 'hello') {
      this.#greeted = true;
      this.#wait = FIRST_WAIT;
      this.eyes = said.eyes;
      this.#listener.onConnection('here', null);
    }
    if (said.type === 'hello' || said.type === 'told') this.#number = said.number;
    this.#listener.onMessage(said);
    if ('id' in said && this.#line[0]?.id === said.id) this.#answered(said);
    else if (isFirst) this.#send();
  }

  #answered(reply: Reply): void {
    const waiting = this.#line.shift();
    waiting?.answer(reply);
    this.#send();
  }

  #send(): void {
    const first = this.#line[0];
    if (first && this.#greeted) this.#socket?.send(JSON.stringify({ ...first.asked, id: first.id }));
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#greeted = false;
    if (this.#ended) return;
    if (code === 4400 && this.eyes !== 'rail') {
      this.eyes = 'rail'; // somebody else has the seat now: look on from the rail
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
