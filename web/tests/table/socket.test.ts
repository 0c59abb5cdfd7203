import { expect, it } from 'vitest';
import { TableSocket, type Connection, type Environment } from '../../src/wire/socket';
import type { Reply, Request } from '../../src/wire/messages';
import type { ServerMessage } from '../../src/wire/generated/live';

/** A server whose messages the test sends. */
class Line {
  readonly sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1000): void {
    this.onclose?.({ code });
  }
  say(said: object): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }
  greet(number: number, eyes = 's1'): void {
    this.onopen?.();
    this.say({ type: 'hello', number, eyes });
  }
}

function table(eyes = 's1') {
  const lines: Line[] = [];
  const waits: { readonly milliseconds: number; readonly what: () => void }[] = [];
  const heard: ServerMessage[] = [];
  const connections: Connection[] = [];
  const world: Environment = {
    open: () => {
      const line = new Line();
      lines.push(line);
      return line as unknown as WebSocket;
    },
    later: (milliseconds, what) => {
      waits.push({ milliseconds, what });
      return () => undefined;
    },
    chance: () => 0.5,
  };
  const listener = {
    onMessage: (message: ServerMessage) => void heard.push(message),
    onConnection: (connection: Connection) => void connections.push(connection),
  };
  const socket = new TableSocket('ws://house', eyes, 'es', listener, world);
  const line = (nth: number): Line => lines[nth] as Line;
  return { socket, lines, line, waits, heard, connections };
}

it('says hello first, and comes back from the last number that it was told', () => {
  const { line, waits } = table();
  line(0).greet(7);
  expect(line(0).sent).toEqual([{ type: 'hello', protocol: 3, eyes: 's1', language: 'es' }]);
  line(0).say({ type: 'told', number: 12 });
  line(0).close();
  waits[0]?.what();
  line(1).onopen?.();
  expect(line(1).sent).toEqual([{ type: 'hello', protocol: 3, eyes: 's1', language: 'es', since: 12 }]);
});

it('waits longer each time the house does not answer, up to eight seconds, and anew after a greeting', () => {
  const { line, lines, waits } = table();
  for (let nth = 0; nth < 6; nth += 1) {
    line(nth).close();
    waits.at(-1)?.what();
  }
  expect(waits.map((wait) => wait.milliseconds)).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  line(6).greet(1);
  line(6).close();
  expect(waits.at(-1)?.milliseconds).toBe(500);
  expect(lines).toHaveLength(7);
});

it('asks one thing at a time, in order, and the same again under the same id when the line broke', async () => {
  const { socket, line, waits } = table();
  line(0).greet(1);
  const first = socket.ask({ type: 'ready' });
  const second = socket.ask({ type: 'stand' });
  expect(
    line(0)
      .sent.slice(1)
      .map((one) => one.type),
  ).toEqual(['ready']);
  const id = line(0).sent[1]?.id;
  line(0).close();
  waits[0]?.what();
  line(1).greet(1);
  expect(line(1).sent[1]).toEqual({ type: 'ready', id });
  line(1).say({ type: 'answer', id, number: 2, done: 1, refusal: null, says: '' });
  expect(((await first) as Reply & { number: number }).number).toBe(2);
  expect(line(1).sent[2]?.type).toBe('stand');
  line(1).say({
    type: 'refused',
    id: line(1).sent[2]?.id,
    error: { code: 'not_seated', clause: null, says: '' },
  });
  expect((await second).type).toBe('refused');
});

it('a state that one’s own acts led to brings the reply to them', async () => {
  const { socket, line } = table();
  line(0).greet(1);
  const first = socket.ask({ type: 'act', at: 1, acts: [] } as unknown as Request);
  void socket.ask({ type: 'ready' });
  const id = line(0).sent[1]?.id;
  line(0).say({ type: 'told', number: 2, answer: { id: 'another', done: 1 } });
  expect(line(0).sent).toHaveLength(2);
  line(0).say({ type: 'told', number: 3, answer: { id, done: 1 } });
  expect(await first).toMatchObject({ type: 'answer', number: 3, done: 1 });
  expect(line(0).sent[2]?.type).toBe('ready');
});

it('an act does not wait for advice, and advice is asked again when the line broke', async () => {
  const { socket, line, waits } = table();
  line(0).greet(1);
  const advice = socket.ask({ type: 'coach' });
  const act = socket.ask({ type: 'ready' });
  expect(
    line(0)
      .sent.slice(1)
      .map((one) => one.type),
  ).toEqual(['coach', 'ready']);
  line(0).say({ type: 'answer', id: line(0).sent[2]?.id, number: 2, done: 1, refusal: null, says: '' });
  expect((await act).type).toBe('answer');
  line(0).close();
  waits[0]?.what();
  line(1).greet(2);
  expect(line(1).sent.slice(1)).toEqual([{ type: 'coach', id: line(0).sent[1]?.id }]);
  line(1).say({ type: 'coach', id: line(0).sent[1]?.id, number: 2 });
  expect((await advice).type).toBe('coach');
});

it('a greeting to other eyes does not ask again what is being answered', () => {
  const { socket, line } = table('rail');
  line(0).greet(1, 'rail');
  void socket.ask({ type: 'sit', seat: 1, cents: 1000 });
  line(0).say({ type: 'hello', number: 2, eyes: 's1' });
  expect(line(0).sent.map((one) => one.type)).toEqual(['hello', 'sit']);
  expect(socket.eyes).toBe('s1');
});

it('nothing is asked before the greeting', () => {
  const { socket, line } = table();
  void socket.ask({ type: 'ready' });
  line(0).onopen?.();
  expect(line(0).sent.map((one) => one.type)).toEqual(['hello']);
});

it('who has lost the seat looks on from the rail; where there is no table, nobody comes back', () => {
  const lost = table();
  lost.line(0).onclose?.({ code: 4400 });
  lost.waits[0]?.what();
  lost.line(1).onopen?.();
  expect(lost.line(1).sent[0]).toEqual({ type: 'hello', protocol: 3, eyes: 'rail', language: 'es' });
  const none = table('rail');
  none.line(0).onclose?.({ code: 4404 });
  expect(none.connections).toEqual(['gone']);
  expect(none.waits).toEqual([]);
});

it('an old page does not come back: it must be loaded again', () => {
  const { line, connections, waits } = table();
  line(0).greet(1);
  line(0).close(4426);
  expect(connections).toEqual(['here', 'gone']);
  expect(waits).toEqual([]);
});

it('who gets up comes back to the rail, from the number that the whole state had', () => {
  const { line, waits } = table();
  line(0).greet(1);
  line(0).say({ type: 'table', number: 9, view: { eyes: 'rail' } });
  line(0).close();
  waits[0]?.what();
  line(1).onopen?.();
  expect(line(1).sent).toEqual([{ type: 'hello', protocol: 3, eyes: 'rail', language: 'es', since: 9 }]);
});
