import type { Point } from '../../pieces/geometry';
import { EMPTY, isWide, rectangle, type Placed, type Plan, type Room } from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

/** A box of the layout: left, top, width and height in units of its template. */
type Box = readonly [number, number, number, number];

const NUMBERS = [4, 5, 6, 8, 9, 10];

/** Return the line side of the table, 640 by 330. The box of a point is divided into six strips. */
function lineBoxes(): Readonly<Record<string, Box>> {
  const boxes: Record<string, Box> = {
    dont_come: [0, 0, 70, 150],
    come: [70, 150, 570, 52],
    field: [70, 202, 570, 48],
    dont_win: [130, 250, 510, 36],
    win: [70, 286, 570, 44],
    big_6: [0, 202, 70, 48],
    big_8: [0, 250, 70, 80],
  };
  NUMBERS.forEach((number, nth) => {
    const x = 70 + nth * 95;
    const strips = [
      [`wrong_${String(number)}`, 0, 26],
      [`dont_come:${String(number)}`, 26, 18],
      [`asociada_dont_come:${String(number)}`, 44, 18],
      [`come:${String(number)}`, 88, 18],
      [`asociada_come:${String(number)}`, 106, 18],
      [`right_${String(number)}`, 124, 26],
    ] as const;
    for (const [name, y, height] of strips) boxes[name] = [x, y, 95, height];
  });
  return boxes;
}

/** The centre block, 230 by 330: bets on one throw and on pairs. */
const CENTRE: Readonly<Record<string, Box>> = {
  hard_4: [0, 0, 115, 54], hard_6: [115, 0, 115, 54], hard_8: [0, 54, 115, 54], hard_10: [115, 54, 115, 54],
  under_7: [0, 108, 76, 54], juego_de_7: [76, 108, 78, 54], over_7: [154, 108, 76, 54],
  craps_2: [0, 162, 76, 56], craps_3: [76, 162, 78, 56], craps_12: [154, 162, 76, 56],
  juego_de_11: [0, 218, 115, 56], any_craps: [115, 218, 115, 56], horn: [0, 274, 230, 56],
}; // prettier-ignore

/** Places of chips along a long box: beside its word. The rest of “don't win” has its odds. */
const BESIDE: Readonly<Record<string, number>> = { dont_win: 0.035, win: 0.86, come: 0.86, field: 0.92 };

/** Boxes too narrow for a word beside chips: the word is above the chips. */
export const NARROW = ['under_7', 'over_7', 'juego_de_7', 'big_6', 'big_8'];

/** Return the plan of craps: the line side, and beside it (on a phone below it) the centre block. Odds are behind their line. */
export function crapsPlan(layout: DrawnLayout, room: Room): Plan {
  const wide = isWide(room);
  const width = wide ? 960 : 390;
  const shape = room.height / Math.max(1, room.width);
  const height = wide ? Math.min(560, Math.max(400, width * shape)) : Math.max(560, width * shape);
  const line = wide
    ? { x: 24, y: 24, sx: 1, sy: (height - 80) / 362 }
    : { x: 8, y: 10, sx: 374 / 640, sy: (height * 0.53) / 362 };
  const centre = wide
    ? { x: 706, y: 24, sx: 1, sy: (height - 80) / 362 }
    : { x: 8, y: height * 0.57 + 64, sx: 374 / 230, sy: (height * 0.43 - 76) / 330 };
  const point = layout.spots.length ? lineBoxes() : {};
  const spots: Placed[] = [];
  const put = (name: string, [x, y, w, h]: Box, on: typeof line): void => {
    const shape = rectangle(on.x + x * on.sx, on.y + y * on.sy, w * on.sx, h * on.sy);
    const along = BESIDE[name] ?? (name.includes(':') || NARROW.includes(name) ? 0.5 : 0.84);
    const down = on === centre || NARROW.includes(name) ? 0.72 : 0.5;
    spots.push({ name, shape, at: [on.x + (x + w * along) * on.sx, on.y + (y + h * down) * on.sy] });
  };
  const named = new Set(layout.spots.map((spot) => spot.name));
  for (const [name, box] of Object.entries(point)) if (named.has(name)) put(name, box, line);
  for (const [name, box] of Object.entries(CENTRE)) if (named.has(name)) put(name, box, centre);
  for (const spot of layout.spots) {
    const odds = /^(asociada_win|asociada_dont_win|win|dont_win):(\d+)$/.exec(spot.name);
    if (!odds) continue;
    const nth = NUMBERS.indexOf(Number(odds[2]));
    const y = { win: 330, asociada_win: 346, dont_win: 251, asociada_dont_win: 268 }[odds[1] ?? ''] ?? 330;
    const isWin = y >= 330;
    put(spot.name, [(isWin ? 70 : 304) + nth * (isWin ? 95 : 56), y, isWin ? 95 : 56, isWin ? 16 : 17], line);
  }
  const marks = new Map<string, Point>();
  NUMBERS.forEach((number, nth) =>
    marks.set(String(number), [line.x + (70 + nth * 95 + 82) * line.sx, line.y + 66 * line.sy]),
  );
  const dice: Point = wide
    ? [754, (line.y + 330 * line.sy + height) / 2]
    : [130, (line.y + 362 * line.sy + centre.y) / 2];
  return { ...EMPTY, cloth: 'craps', isWide: wide, width, height, chip: wide ? 12 : 9, spots, dice, marks };
}
