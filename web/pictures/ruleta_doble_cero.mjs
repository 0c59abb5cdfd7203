import { numbers } from './drawing.mjs';

export const picture = numbers(57.5, 28, 15, 2);
