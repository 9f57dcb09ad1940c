import type { Identity } from '@prosa/contracts';
import { boundedCache } from '@prosa/infra/runtime';
import type { Spelled } from '../signal/store.ts';
import { lookUp } from './numbers.ts';
import type { OpenSocket } from './socket.ts';

/** Size of the cache of spellings, which saves reads of the store. */
const KNOWN = { max: 5_000 };
/** For so long an answer of the server is good: an account may move. */
const GOOD_MS = 30 * 24 * 3_600_000;

export type AddressOf = (open: OpenSocket, to: Identity) => Promise<Identity | null>;

/**
 * Where somebody is reached, as WhatsApp itself spells it. An account may have another spelling than the number that people type (a Brazilian
 * one without its ninth digit); a message to the typed one would be accepted by the server and reach nobody. What the server answers is kept
 * for the connection. Null: nobody has the number.
 */
export const addressesOf = ({
  read,
  note,
  pairOf,
}: {
  read: (number: string) => Promise<Spelled | null>;
  note: (number: string, spelled: Spelled) => Promise<void>;
  /** The LID of a number, if the server has told one: then it is spelled so. */
  pairOf: (user: string) => Promise<string | null>;
}): AddressOf => {
  const known = boundedCache<string, Spelled>(KNOWN);
  const spelling = async (open: OpenSocket, number: string): Promise<string | null> => {
    const kept = known.get(number) ?? (await read(number));
    if (kept && Date.now() - kept.at < GOOD_MS) {
      known.set(number, kept);
      return kept.user;
    }
    if ((await pairOf(number)) !== null) return number;
    const [found] = await lookUp(open, [number]);
    if (!found || found.value === null) return null;
    const spelled: Spelled = { user: found.value, at: Date.now() };
    await note(number, spelled);
    known.set(number, spelled);
    return spelled.user;
  };
  return async (open, to) => {
    if (to.kind !== 'phone') return to;
    const value = await spelling(open, to.value.replace(/\D/g, ''));
    return value === null ? null : { kind: 'phone', value };
  };
};
