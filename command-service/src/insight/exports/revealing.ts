import { isSealed, type KeyRing, proofOfValue, type RawEvent, type Sealed } from '@prosa/infra/runtime';
import { base64Of, type Shown } from '@prosa/infra/verify';

type Place = { at: (string | number)[]; sealed: Sealed };

/** Every sealed value of an event's data. Those without a commitment cannot be proved, and stay covered. */
const sealedIn = (value: unknown, at: (string | number)[] = []): Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (isSealed(value)) return value.c === undefined ? [] : [{ at, sealed: value }];
  return Array.isArray(value)
    ? value.flatMap((one, place) => sealedIn(one, [...at, place]))
    : Object.entries(value).flatMap(([name, one]) => sealedIn(one, [...at, name]));
};

/** An event's data as JSON; null for what is none. */
export const contentOf = ({ data }: Pick<RawEvent, 'data'>): unknown => {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString());
  } catch {
    return null;
  }
};

/** Shows the personal values of events, by the keys of those who were not forgotten: each with its salt, which proves it. */
export const revealing =
  (keys: KeyRing) =>
  async (contents: readonly unknown[]): Promise<Shown[][]> => {
    const places = contents.map((content) => sealedIn(content));
    const loaded = await keys.load(new Set(places.flatMap((all) => all.map(({ sealed }) => sealed.k))));
    return places.map((all) =>
      all.flatMap(({ at, sealed }) => {
        const key = loaded.get(sealed.k);
        return key ? [shownOf(key, at, sealed)] : [];
      }),
    );
  };
const shownOf = (key: Parameters<typeof proofOfValue>[0], at: (string | number)[], sealed: Sealed): Shown => {
  const { salt, json } = proofOfValue(key, sealed);
  return { at, salt: base64Of(salt), json };
};
