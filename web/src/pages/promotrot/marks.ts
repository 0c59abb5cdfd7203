/** The drawing of a mark in a square of 48: its filled shapes and its lines. */
export interface Drawing {
  readonly fill?: string;
  readonly line?: string;
}

export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  // signs
  estrella: { fill: 'M24 5l5.6 12.6L43 19l-10 9.2L35.8 42 24 35 12.2 42 15 28.2 5 19l13.4-1.4z' },
  rombo: { fill: 'M24 4 40 24 24 44 8 24z' },
  circulo: { fill: 'M24 7a17 17 0 1 0 0 34 17 17 0 0 0 0-34z' },
  triangulo: { fill: 'M24 6 43 40H5z' },
  cuadrado: { fill: 'M8 8h32v32H8z' },
  cruz: { fill: 'M18 6h12v12h12v12H30v12H18V30H6V18h12z' },
  luna: { fill: 'M31 6a19 19 0 1 0 11 27A16 16 0 0 1 31 6z' },
  sol: {
    fill: 'M24 14a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
    line: 'M24 4v6M24 38v6M4 24h6M38 24h6M10 10l4 4M34 34l4 4M38 10l-4 4M14 34l-4 4',
  },
  corazon: { fill: 'M24 42C8 30 5 22 7 15c2-6 12-8 17 1 5-9 15-7 17-1 2 7-1 15-17 27z' },
  trebol: {
    fill: 'M24 6a8 8 0 0 0-6 13 8 8 0 1 0 4 13c0 5-2 8-5 10h14c-3-2-5-5-5-10a8 8 0 1 0 4-13 8 8 0 0 0-6-13z',
  },
  flecha: { fill: 'M26 8 43 24 26 40V30H5V18h21z' },
  onda: { line: 'M4 18c7-9 13-9 20 0s13 9 20 0M4 32c7-9 13-9 20 0s13 9 20 0' },
  // drawings of the trot
  herradura: {
    line: 'M14 42C5 28 6 6 24 6s19 22 10 36M11 20h1M36 20h1M14 32h1M33 32h1M20 10h1M27 10h1',
  },
  sulky: {
    line: 'M17 20a11 11 0 1 0 .1 0M17 20v22M6 31h22M9 23l16 16M25 23 9 39M17 31 46 22M10 14h14M17 14v6',
  },
  fusta: { line: 'M8 42 34 12M34 12c5-6 9-2 6 3-2 4-7 3-4 9M6 44l6-7' },
  casco: { fill: 'M8 28a16 16 0 0 1 32 0z', line: 'M6 28h34l6 4M12 30c1 8 5 12 12 12s10-4 11-12' },
  riendas: {
    line: 'M10 8a4 4 0 1 0 .1 0M38 8a4 4 0 1 0 .1 0M14 12h20M10 16c0 16 6 28 14 28s14-12 14-28',
  },
  cronometro: { line: 'M24 14a15 15 0 1 0 .1 0M24 14V7M19 6h10M35 16l4-4M24 29V20M24 29l6 4' },
  copa: {
    fill: 'M14 6h20v12c0 8-4 13-10 13S14 26 14 18z',
    line: 'M14 10H7c0 8 3 12 8 13M34 10h7c0 8-3 12-8 13M24 31v8M15 42h18',
  },
  bandera: { fill: 'M14 8h14v9h14v9H28v-9H14zM14 17h0v9h14v0H14z', line: 'M12 4v40M14 8h28v18H14' },
  escarapela: {
    fill: 'M24 10a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
    line: 'M24 4a15 15 0 1 0 .1 0M17 33l-4 12 8-4 3 5 3-5 8 4-4-12',
  },
  zanahoria: {
    fill: 'M30 18c4 4 2 8-2 12L8 44l12-22c3-5 7-7 10-4z',
    line: 'M31 17c0-5 2-9 5-11M32 17c4-4 8-4 11-3M31 17c3-1 8 1 10 4',
  },
  manta: { line: 'M8 12c10-6 22-6 32 0v24c-10 4-22 4-32 0zM14 14v22M34 14v22M8 20c10-4 22-4 32 0' },
  gafas: {
    line: 'M5 20c0-4 3-6 8-6h6c3 0 4 2 5 4 1-2 2-4 5-4h6c5 0 8 2 8 6 0 8-3 14-10 14-5 0-7-4-9-9-2 5-4 9-9 9C8 34 5 28 5 20zM2 20h3M43 20h3',
  },
};
