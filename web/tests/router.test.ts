// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { choose, go, matched, place } from '../src/router.svelte';

test('a route leads to its page and names what stands in its path', () => {
  expect(matched('/', '/')).toEqual({});
  expect(matched('/games/{game}', '/games/ruleta')).toEqual({ game: 'ruleta' });
  expect(matched('/games/{game}', '/games/ruleta/')).toEqual({ game: 'ruleta' });
  expect(matched('/law/{clause}', '/law/IB05.01.IV.1.A.%C3%B1')).toEqual({ clause: 'IB05.01.IV.1.A.ñ' });
  expect(matched('/law/{clause}', '/law')).toBeNull();
  expect(matched('/odds', '/law')).toBeNull();
});

test('what is chosen on a page stands in its address, and nothing else of it is lost', () => {
  go('/odds?game=boule&choice=a%3D1#nvui');
  expect(place.isText).toBe(true);
  choose({ norm: 'IB05', choice: ['a=2', 'b=3'] });
  expect(location.pathname + location.search + location.hash).toBe(
    '/odds?game=boule&norm=IB05&choice=a%3D2&choice=b%3D3#nvui',
  );
  choose({ norm: null, choice: [] });
  expect(location.search).toBe('?game=boule');
});
