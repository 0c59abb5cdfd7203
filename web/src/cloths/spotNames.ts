/** What stands on the cloth at a spot: the law's own name, in Spanish, as the law wants it. */
export function printed(name: string): string {
  const [kind = '', place = ''] = name.split(':');
  if (kind === 'numero' || /^\d+$/.test(kind)) return place || kind;
  const word = ACCENTS[kind] ?? kind.replaceAll('_', ' ');
  return (kind === 'mano' ? place : word).toUpperCase();
}

const ACCENTS: Readonly<Record<string, string>> = {
  pareja_plus: 'par. plus',
  apuesta_inicial: 'inicial',
  segunda_apuesta: 'segunda',
  apuesta_1: '1',
  apuesta_2: '2',
  apuesta_3: '3',
  primero: 'primer paño',
  segundo: 'segundo paño',
  dont_win: "don't win",
  dont_come: "don't come",
  joker_rojo: 'joker',
  joker_negro: 'joker',
  garage_obligatorio: 'garage oblig.',
};
