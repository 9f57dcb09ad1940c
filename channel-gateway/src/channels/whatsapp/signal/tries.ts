/** A customer's sessions with the device, as libsignal stores them. `used`: when one has decrypted something last. */
type Tried = { _sessions: Record<string, { indexInfo: { used: number } }> };

/**
 * libsignal tries a message on one session after the other, steps each of them for that, and then stores them all: a session on which it has
 * failed cannot be read by the other side any more. That is so whenever a customer writes while a newer session is on its way to them. So of a
 * record in which one session has decrypted something the others stay as they were (decision 26).
 */
export const withoutFailedTries = <Stored>(before: Stored | null | undefined, after: Stored): Stored => {
  if (!before || !after) return after;
  const { _sessions: old } = before as unknown as Tried;
  const { _sessions: all } = after as unknown as Tried;
  const hasDecrypted = ([name, { indexInfo }]: [string, Tried['_sessions'][string]]): boolean =>
    old[name] !== undefined && old[name].indexInfo.used !== indexInfo.used;
  if (!Object.entries(all).some(hasDecrypted)) return after;
  const kept = Object.entries(all).map((one) => [one[0], hasDecrypted(one) ? one[1] : (old[one[0]] ?? one[1])]);
  return { ...after, _sessions: Object.fromEntries(kept) };
};
