// node tests/browser/walls.mjs ADDRESS [NAME…]: nobody is left standing before a wall, and the floor finds what it looks for.
import {
  acts,
  axe,
  house,
  must,
  open,
  opening,
  sit,
  tell,
  touch,
  tryTo,
  visitor,
  walkAll,
} from './playing.mjs';

const BOTS = { 2: 'steady', 3: 'steady', 4: 'steady', 5: 'steady', 6: 'steady' };

/** Hold'em in Aragón, in a hand, when it is my turn to speak. */
async function myTurn(page) {
  const pace = { speed: 'instant', betting_ms: 0, patience_ms: 0 };
  const asked = { game: 'holdem', norm: 'AR10', bots: BOTS, practice: true, sit: { seat: 1 }, pace };
  await sit(page, await open(page, asked), 1);
  for (let step = 0; step < 100; step += 1) {
    const offered = await acts(page);
    if (offered.includes('fold')) return;
    if (offered.includes('ready')) await tryTo(page, 'ready');
    await page.waitForTimeout(50);
  }
  throw new Error('no hand of mine came');
}

/** Buttons that can be pressed in the panel now. */
const pressable = (page) =>
  page.$$eval('.side button', (all) => all.filter((one) => one.checkVisibility()).length);

/** Sit down at a game as a newcomer does, from its page. */
async function sitDown(page, game) {
  await page.goto(`${house}/tables/new?game=${game}&sit=1`);
  await page.waitForURL('**/t/*');
  await page.waitForSelector('[data-purse]');
}
const GAMES = [
  'ruleta',
  'boule',
  'craps',
  'blackjack',
  'trijoker',
  'tres_cartas',
  'punto_y_banca',
  'pai_gow_poker',
];

const WALKS = {
  /** A ninth table: the refusal holds all eight with their buttons, and closing one opens what was wanted. */
  async ninth() {
    const page = await visitor();
    page.removeAllListeners('console'); // the refusal is an answer 4xx
    for (const game of GAMES) await open(page, opening(game));
    await page.goto(`${house}/tables/new?game=treinta_y_cuarenta&sit=1`);
    await page.waitForSelector('[data-trouble="tables_of_one_person"]');
    await page.waitForFunction(() => document.querySelectorAll('[data-mine] [data-close]').length >= 8);
    for (const line of await axe(page)) tell(line);
    await page.click('[data-mine] [data-close] >> nth=0');
    await page.waitForURL('**/t/*');
    await page.waitForSelector('[data-purse]');
  },

  /** Nine sits in a row end at a table: leaving a practice table without a bet closes it. */
  async nineInARow() {
    const page = await visitor();
    for (const game of [...GAMES, 'treinta_y_cuarenta']) {
      await sitDown(page, game);
      await page.click('header a[href="/"]');
      await page.waitForSelector('.open');
    }
    const mine = await page.evaluate(
      async () => (await (await fetch('/api/tables/mine')).json()).tables.length,
    );
    must(mine === 0, `${mine} tables are left open`);
  },

  /** Leaving with chips in play asks first; kept, the table stands on the home page and in the drawer. */
  async leaving() {
    const page = await visitor();
    await sitDown(page, 'ruleta');
    await page.waitForSelector('.spot.live');
    await touch(page, 'rojo');
    await page.waitForSelector('svg [data-bet="rojo"][data-cents]');
    await page.click('header a[href="/"]');
    await page.waitForSelector('dialog [data-act="keep"]');
    for (const line of await axe(page)) tell(line);
    await page.click('dialog [data-act="stay"]');
    must(/\/t\//.test(page.url()), 'who stays is not at the table');
    await page.click('header a[href="/"]');
    await page.click('dialog [data-act="keep"]');
    await page.waitForSelector('main [data-mine]');
    await page.click('header button[aria-haspopup="dialog"]');
    await page.waitForSelector('dialog.drawer [data-mine] a');
    for (const line of await axe(page)) tell(line);
    await page.click('dialog.drawer [data-mine] a');
    await page.waitForSelector('svg [data-bet="rojo"][data-cents]');
    await page.click('header button[aria-haspopup="dialog"]');
    await page.click('dialog.drawer [data-mine] [data-close]');
    await page.waitForSelector('dialog.drawer .undo button');
    await page.click('dialog.drawer .undo button');
    await page.waitForSelector('dialog.drawer [data-mine]');
  },

  /** The hero of the home page does not depend on the tables of others. */
  async hero() {
    const [one, other] = [await visitor(), await visitor()];
    for (const game of ['craps', 'boule', 'omaha']) await open(other, opening(game, { public: true }));
    await one.goto(house);
    await one.waitForSelector('.open a');
    const sits = await one.$$eval('.open a', (all) =>
      all.map((a) => [a.dataset.sit, a.getAttribute('href')]),
    );
    must(
      sits.every(([game, href]) => href === `/tables/new?game=${game}&sit=1`) && sits.length === 3,
      `the hero is ${JSON.stringify(sits)}`,
    );
  },

  /** An unknown table: a page with its header, one sentence and two ways out. */
  async noTable() {
    const page = await visitor();
    page.removeAllListeners('console');
    await page.goto(`${house}/t/0000000000000000`);
    await page.waitForSelector('main [role="alert"]');
    await page.waitForTimeout(1000);
    must(await page.isVisible('header.bar.doc .brand'), 'no header');
    must(await page.isVisible('main a.primary[href="/"]'), 'no way to the games');
    await page.click('main .ways button');
    await page.waitForSelector('dialog.drawer');
    for (const line of await axe(page)) tell(line);
  },

  /** Away from the house: the bar pushes and covers nothing, and the dock cannot be used. */
  async away() {
    const page = await visitor();
    let line;
    await page.routeWebSocket(/live$/, (socket) => {
      if (line) return void socket.close({ code: 3001 });
      line = socket;
      socket.connectToServer();
    });
    await sit(page, await open(page, opening('blackjack')), 4);
    line.close({ code: 3001 });
    await page.waitForSelector('.notices .offline');
    const boxes = await page.evaluate(() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      const bar = box('.notices .offline');
      return ['.table-page > .bar', '.strip', '.felt-wrap', '.dock', '.side'].filter((what) => {
        const other = box(what);
        return (
          bar.left < other.right && other.left < bar.right && bar.top < other.bottom && other.top < bar.bottom
        );
      });
    });
    must(!boxes.length, `the bar covers ${boxes}`);
    must(
      await page.evaluate(() => Boolean(document.querySelector('.dock')?.closest('[inert]'))),
      'the dock can be used',
    );
  },

  /** The floor finds an incident by other words, touches the seat, sees what would be, and records it: four presses. */
  async floor() {
    const page = await visitor();
    await myTurn(page);
    await page.click('#tab-floor');
    await page.click('[data-act="take_floor"]');
    await page.waitForSelector('.picker .kind');
    const buttons = await pressable(page);
    must(buttons <= 25, `${buttons} buttons on opening`);
    for (const line of await axe(page)) tell(line);
    await page.fill('.picker input[type="search"]', 'antes');
    // where nobody can bet out of turn at this moment it stands among those of another moment
    const found = '.picker [data-offer="bet_out_of_turn"], .picker [data-barred="bet_out_of_turn"]';
    must(await page.isVisible(found), '«antes» does not find a bet out of turn');
    await page.fill('.picker input[type="search"]', 'móvil');
    must(await page.isVisible('.kind[data-offer="misconduct"]'), '«móvil» does not find a misconduct');
    let presses = 0;
    const press = async (what) => {
      await page.click(what);
      presses += 1;
    };
    await press('.kind[data-offer="misconduct"]');
    await page.waitForSelector('.side h2:has-text("¿Quién?")');
    const seat = Number(await page.getAttribute('.side [data-value] >> nth=1', 'data-value'));
    await press(`svg[data-cloth] .plate[data-seat="${seat}"]`);
    await press('.side [data-value] >> nth=0');
    await page.waitForSelector('[data-orders] [data-clause]');
    must(
      (await page.textContent('.preview h2')).includes(String(seat)),
      'the preview is not of the touched seat',
    );
    must(!(await page.$('.log .incident')), 'something was recorded before it was decided');
    for (const line of await axe(page)) tell(line);
    await press('[data-act="record"]');
    await page.waitForSelector('.log .incident');
    must(presses <= 4, `${presses} presses`);
  },

  /** The floor goes back by Escape, and chooses by keys alone. */
  async floorByKeys() {
    const page = await visitor();
    await myTurn(page);
    await page.click('#tab-floor');
    await page.click('[data-act="take_floor"]');
    await page.focus('.picker input[type="search"]');
    await page.keyboard.type('carta vista');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side [data-value]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.picker input:focus');
    await page.keyboard.type('ensena');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side [data-value]:focus');
    await page.keyboard.press(await page.getAttribute('.side [data-value] >> nth=1', 'data-value'));
    await page.waitForSelector('[data-orders] [data-clause]');
    await page.waitForSelector('[data-act="record"]:enabled');
    await page.focus('[data-act="record"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.log .incident');
  },

  /** With the coach always in view, its advice stands at every decision and names one of the buttons. */
  async coach() {
    const page = await visitor();
    await sit(page, await open(page, opening('tres_cartas')), 2);
    await page.click('#tab-coach');
    await page.check('[data-coach]');
    await page.waitForSelector('.spot.live[data-spot^="ante"]');
    await page.locator('.spot.live[data-spot^="ante"]').first().click({ force: true });
    await page.waitForSelector('svg [data-bet^="ante"][data-cents]');
    for (let step = 0; step < 60 && !(await page.$('.acts [data-act="go"]')); step += 1) {
      await tryTo(page, 'ready');
      await page.waitForTimeout(50);
    }
    const best = await page.textContent('[data-advice] .best', { timeout: 10000 });
    const names = await page.$$eval('.acts [data-act]', (all) =>
      all.map((one) => one.textContent.trim().split(/[\s:]/)[0].toLowerCase().slice(0, 5)),
    );
    must(
      names.some((name) => name && best.toLowerCase().includes(name)),
      `«${best}» is none of ${names}`,
    );
    for (const line of await axe(page)) tell(line);
  },

  /** The odds of what lies on the cloth stand beside the table; people are invited by a link and its code. */
  async odds() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('[data-chip="1000"]');
    await touch(page, 'rojo');
    await page.waitForSelector('svg [data-bet="rojo"][data-cents]');
    await page.click('#tab-odds');
    const row = await page.textContent('[data-odds="rojo"]');
    must(/1,35/.test(row), `red costs «${row}»`);
    for (const line of await axe(page)) tell(line);
    await page.click('#tab-people');
    await page.click('[data-act="invite"]');
    must((await page.getAttribute('[data-qr]', 'data-qr')).includes('/t/'), 'no code of the table');
    for (const line of await axe(page)) tell(line);
  },

  /** A person deals a round of roulette from the panel, and the next act is always one button. */
  async dealing() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('#tab-floor');
    await page.click('[data-act="take_croupier"]');
    await page.waitForSelector('.dealing');
    for (const line of await axe(page)) tell(line);
    for (let step = 0; step < 20 && !(await page.$('[data-round="1"]')); step += 1) {
      await page.click('.dealing .btn.primary').catch(() => null);
      await page.waitForTimeout(100);
    }
    await page.waitForSelector('[data-round="1"]');
    await page.click('.dealing [data-act="incident"]');
    await page.waitForSelector('.picker');
  },
};

await walkAll(WALKS);
