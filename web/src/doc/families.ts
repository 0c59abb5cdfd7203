/** The games in families, in the order in which the catalogue shows them. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  wheels: ['ruleta', 'ruleta_americana', 'ruleta_doble_cero', 'boule', 'ruleta_de_la_fortuna'],
  bank: ['craps', 'blackjack', 'treinta_y_cuarenta', 'punto_y_banca'],
  house_poker: [
    'sin_descarte',
    'trijoker',
    'tres_cartas',
    'holdem_contrapartida',
    'holdem_bonus',
    'pai_gow_poker',
    'pai_gow_domino',
  ],
  player_bank: ['chemin_de_fer', 'bacara_dos_panos'],
  circle: ['holdem', 'omaha', 'seven_stud', 'five_stud', 'cubierto', 'sintetico'],
  pools: ['lototrot', 'promotrot'],
};

/** The family that a game belongs to. */
export function familyOf(game: string): string {
  return Object.keys(FAMILIES).find((family) => FAMILIES[family]?.includes(game)) ?? 'bank';
}

/** Is it played with tickets, and not at a table? */
export function isPool(game: string): boolean {
  return familyOf(game) === 'pools';
}
