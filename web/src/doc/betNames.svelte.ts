import { resourceAt } from '../wire/resource.svelte';
import { voice } from '../words/voice.svelte';
import type { Get, LayoutPayload } from '../wire/generated/http';

/** Return a function that names bets: as the cloth does, else as the game does, else as all games do. */
export function betNames(game: () => string, layout: () => LayoutPayload | null): (bet: string) => string {
  const own = resourceAt<Get['/api/words/{language}/{game}']>(() => `/api/words/${voice.language}/${game()}`);
  return (bet) => {
    const kind = bet.split(':')[0] ?? bet;
    const found =
      layout()?.layout.spots.find((spot) => spot.name === bet)?.words ??
      layout()?.words.bets?.[kind] ??
      own.value?.texts.bets?.[kind] ??
      own.value?.texts.combinations?.[kind];
    return found ?? (voice.has(`bets.${kind}`) ? voice.text(`bets.${kind}`) : kind.replaceAll('_', ' '));
  };
}
