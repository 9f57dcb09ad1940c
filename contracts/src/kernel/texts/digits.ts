/** A text whose digits of other scripts and forms are 0 to 9: `５`, `٥`, `५`. */
export const plainDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(tenthOf(digit)));

/** Unicode puts the ten digits of a script one after another, and some such tens beside each other. */
const tenthOf = (digit: string): number => {
  const at = digit.codePointAt(0)!;
  let from = at;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(from - 1))) from -= 1;
  return (at - from) % 10;
};
