import type { Component } from 'svelte';
import type { Route } from './router.svelte';

const tables = import.meta.glob<{ default: Component }>('./pages/table/*.svelte');

/** Return a page of the tables, or the one for unknown addresses. */
function table(name: string): Route['page'] {
  return tables[`./pages/table/${name}.svelte`] ?? (() => import('./pages/NotFound.svelte'));
}

/** Every page of the app. The server sends the app at these addresses only. */
export const ROUTES: readonly Route[] = [
  { path: '/', section: 'games', page: () => import('./pages/catalogue/Catalogue.svelte') },
  { path: '/games/{game}', section: 'games', page: () => import('./pages/game/Game.svelte') },
  { path: '/tables/new', section: 'games', page: table('New') },
  { path: '/t/{table}', section: 'games', isTable: true, page: table('Table') },
  { path: '/t/{table}/rounds/{round}', section: 'games', isTable: true, page: table('Round') },
  { path: '/replay', section: 'games', isTable: true, page: table('Replay') },
  { path: '/law', section: 'law', page: () => import('./pages/law/Law.svelte') },
  { path: '/law/{clause}', section: 'law', page: () => import('./pages/law/Clause.svelte') },
  { path: '/diff', section: 'law', page: () => import('./pages/diff/Diff.svelte') },
  { path: '/odds', section: 'odds', page: () => import('./pages/odds/Odds.svelte') },
  { path: '/odds/{game}/par', section: 'odds', page: () => import('./pages/odds/Par.svelte') },
  { path: '/check', section: 'check', page: () => import('./pages/check/Check.svelte') },
  { path: '/placards/{game}', section: 'check', page: () => import('./pages/check/Placard.svelte') },
  { path: '/audit', section: 'audit', page: () => import('./pages/audit/Audit.svelte') },
  { path: '/verify', section: 'audit', page: () => import('./pages/verify/Verify.svelte') },
  { path: '/school', section: 'school', page: () => import('./pages/school/School.svelte') },
  { path: '/school/{drill}', section: 'school', page: () => import('./pages/school/Drill.svelte') },
  { path: '/lessons/{lesson}', section: 'school', page: () => import('./pages/school/Lesson.svelte') },
  { path: '/lototrot', section: 'games', page: () => import('./pages/lototrot/Lototrot.svelte') },
  { path: '/lototrot/office', section: 'games', page: () => import('./pages/lototrot/Office.svelte') },
  { path: '/promotrot', section: 'games', page: () => import('./pages/promotrot/Promotrot.svelte') },
  { path: '/records', section: 'games', page: () => import('./pages/records/Records.svelte') },
  { path: '/records/{session}', section: 'games', page: () => import('./pages/records/Session.svelte') },
  { path: '/settings', section: '', page: () => import('./pages/settings/Settings.svelte') },
  { path: '/-/versions', section: '', page: () => import('./pages/versions/Versions.svelte') },
];
