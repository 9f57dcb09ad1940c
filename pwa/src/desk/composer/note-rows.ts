/** How many lines the field for an observation shows, before and after its box is loaded (C-INPUT-002). */
export const NOTE_ROWS = 10;
