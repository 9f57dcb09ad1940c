/**
 * How each of these people is called among them: by the first name; by it and the initial of the last one where two share it ("Ana S."); in
 * full where that too is the same, or nothing follows.
 */
export const firstNames = (names: Iterable<string>): ReadonlyMap<string, string> => {
  const all = [...new Set(names)].map((name) => ({ name, words: name.trim().split(/\s+/) }));
  const first = ({ words }: (typeof all)[number]) => words[0] ?? '';
  const initialed = (one: (typeof all)[number]) =>
    one.words.length > 1 ? `${first(one)} ${one.words.at(-1)!.slice(0, 1)}.` : one.name;
  const isAlone = (one: (typeof all)[number], called: (of: (typeof all)[number]) => string) =>
    all.filter((other) => called(other) === called(one)).length === 1;
  return new Map(
    all.map((one) => [one.name, isAlone(one, first) ? first(one) : isAlone(one, initialed) ? initialed(one) : one.name]),
  );
};
