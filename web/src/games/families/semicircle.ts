/** Facts that all games with boxes in a half circle share. The middle box is the one in front of the reader. */
export const semicircle = { cloth: 'semicircle', seat: 4 } as const;
