import { numbers } from './drawing.mjs';

export const picture = numbers(60, 28, 15, 1);
