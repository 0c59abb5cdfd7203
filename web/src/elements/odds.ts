import { address } from '../wire/address';
import type { BetOddsPayload, Get } from '../wire/generated/http';
import { capital, percent } from '../words/numbers';
import { ask, speaker } from './house';
import { Shown } from './shown';

/** `<novamas-odds game="boule" norm="IB05" choice.authorised_minimum="500">`: edge and chance of each bet of a game. */
export class NovamasOdds extends Shown {
  protected override async show(signal: AbortSignal): Promise<void> {
    const { house, language } = this;
    const [say, odds, layout] = await Promise.all([
      speaker(house, language, signal),
      ask<Get['/api/odds/{game}']>(`${house}${this.#at('odds')}`, language, signal),
      ask<Get['/api/layouts/{game}']>(`${house}${this.#at('layouts')}`, language, signal),
    ]);
    if (signal.aborted) return;
    const called = (bet: string): string => {
      const [kind = bet] = bet.split(':');
      const spot = layout.layout.spots.find(({ name }) => name === bet);
      return capital(spot?.words ?? layout.words.bets?.[kind] ?? say(`bets.${kind}`));
    };
    const head = [say('web.bet'), say('web.edge'), say('web.element_hit')];
    const rows = Object.entries(odds.bets).map(([bet, shown]) => [called(bet), ...this.#figures(shown)]);
    const table = tableOf(`${capital(say(`games.${odds.game}`))} · ${odds.norm}`, head, rows);
    this.put(table, this.link(this.page, say('web.odds_title')));
  }

  protected override get page(): string {
    return `${this.house}${address('/odds', { game: this.#game, norm: this.getAttribute('norm'), choice: this.#choices })}`;
  }

  get #game(): string {
    return this.getAttribute('game') ?? '';
  }

  get #choices(): readonly string[] {
    return [...this.attributes]
      .filter(({ name }) => name.startsWith('choice.'))
      .map(({ name, value }) => `${name.slice('choice.'.length)}=${value}`);
  }

  #at(part: string): string {
    const path = `/api/${part}/${encodeURIComponent(this.#game)}`;
    return address(path, { norm: this.getAttribute('norm'), choice: this.#choices });
  }

  #figures({ edge_float: edge, hit_float: hit }: BetOddsPayload): readonly string[] {
    return [percent(edge, this.language), percent(hit, this.language)];
  }
}

function tableOf(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLTableElement {
  const table = document.createElement('table');
  table.createCaption().textContent = title;
  const top = table.createTHead().insertRow();
  for (const text of head) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = text;
    top.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  return table;
}
