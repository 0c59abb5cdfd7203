// node tests/browser/elsewhere.mjs ADDRESS [NAME…]: a game of another package, of which this app knows nothing.
import { bets, house, must, open, opening, sit, touch, visitor, walkAll } from './playing.mjs';

const GAME = 'bola_doce';

const WALKS = {
  /** The catalogue shows the game in the family that it names, and its page leads to a table. */
  async catalogue() {
    const page = await visitor();
    await page.goto(house);
    await page.waitForSelector(`.grid [data-game="${GAME}"]`);
    const family = await page.evaluate((game) => {
      const inGrid = [...document.querySelectorAll('.grid > *')];
      const at = inGrid.findIndex((one) => one.dataset.game === game);
      const heads = inGrid.slice(0, at).filter((one) => one.classList.contains('family'));
      return [heads.length, inGrid[at].querySelector('h3').textContent];
    }, GAME);
    must(String(family) === '1,Bola de doce', `shown in family number ${family}`);
    await page.click(`.grid [data-game="${GAME}"]`);
    await page.waitForSelector(`.go a[href*="/tables/new"]`);
    must((await page.textContent('.hero h1')) === 'Bola de doce', 'its page has another name');
    await page.waitForFunction(() => /8,33/.test(document.querySelector('main').innerText), null, {
      timeout: 60000,
    });
  },

  /** A bet is placed by a touch on the cloth, the ball falls, and the round is paid. */
  async bet() {
    const page = await visitor();
    await sit(page, await open(page, opening(GAME, { practice: true })), 1);
    await page.waitForSelector('.spot.live[data-spot="par"]');
    await touch(page, 'par');
    await page.waitForSelector('svg [data-bet="par"]');
    must(Object.keys(await bets(page)).join() === '1 par', 'another bet was placed');
    await page.click('.dock [data-go]');
    await page.waitForFunction(() => document.querySelectorAll('[data-round]').length > 0);
  },
};

await walkAll(WALKS);
