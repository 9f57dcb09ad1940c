/** A customer's last text as a number, how many times they wrote it in a row, and when, in milliseconds since 1970. */
export type Repeated = { text: number; times: number; at: number };

/** A text as a number, by FNV-1a: equal for equal texts, and not the text. */
const numberOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

const DAY_MS = 86_400_000;
/** How often the customer has written a text in a row, within a day, if they write it now; null: it is no text, or forgotten. */
export const repeatedAfter = ({ repeated }: { repeated: Repeated | null }, body: string | null, now: number): Repeated | null => {
  const said = body?.trim() ?? '';
  if (said === '') return null;
  const text = numberOf(said);
  const isAgain = repeated?.text === text && now - repeated.at < DAY_MS;
  return { text, times: isAgain ? repeated.times + 1 : 1, at: now };
};
