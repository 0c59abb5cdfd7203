import { line, numbers } from './drawing.mjs';

export const picture = `<rect x="42" y="9" width="196" height="24" rx="12" ${line}/><path d="M95 9v24M160 9v24M205 9v24" ${line}/>${numbers(68, 44, 13.5, 1)}`;
