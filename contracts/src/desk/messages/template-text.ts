/** The parts of a template that have words; {{1}} and so on are its values. */
type Words = { header: string | null; text: string; footer: string | null };

const VALUE = /\{\{\s*(\d{1,2})\s*\}\}/g;

/** A template as the customer reads it. A value that is missing stays as its number in braces. */
export const filledTemplate = ({ header, text, footer }: Words, values: readonly string[]): string =>
  [header, filledText(text, values), footer].filter(Boolean).join('\n\n');

/** The text of a template with its values. */
export const filledText = (text: string, values: readonly string[]): string =>
  text.replace(VALUE, (place, nth: string) => values[Number(nth) - 1] || place);
