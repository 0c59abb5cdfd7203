import { answerTo } from '../wire/resource.svelte';
import { words } from '../words/voice.svelte';
import type { LayoutPayload, TextsPayload } from '../wire/generated/http';

/** What bets are called at a table: as its cloth names them, as the game does, or as all games do. */
export function betNames(game: () => string, layout: () => LayoutPayload | null): (bet: string) => string {
  const own = answerTo<TextsPayload>(() => `/api/words/${words.language}/${game()}`);
  return (bet) => {
    const kind = bet.split(':')[0] ?? bet;
    const found =
      layout()?.layout.spots.find((spot) => spot.name === bet)?.words ??
      layout()?.words.bets?.[kind] ??
      own.value?.texts.bets?.[kind] ??
      own.value?.texts.combinations?.[kind];
    return found ?? (words.has(`bets.${kind}`) ? words.text(`bets.${kind}`) : kind.replaceAll('_', ' '));
  };
}
