import { type Directory, directory } from './accounts.ts';
import { type KeyPair, keyPair } from './keys.ts';
import type { MediaServer } from './media.server.ts';
import type { Pairing } from './model.ts';

/** Faults of the server on demand, from now on. Counters count down to 0. */
export type Faults = {
  /** Answers the WebSocket's upgrade with this HTTP status. */
  upgrade: number | null;
  /** Takes the upgrade, and then says nothing. */
  mute: boolean;
  /** Refuses logins with these attributes of `failure`. */
  failure: Record<string, string> | null;
  /** Shows a certificate that another root has signed. */
  stranger: boolean;
  /** How many codes a device is shown. */
  refs: number;
  /** Answers questions so much later. */
  answerAfterMs: number;
  /** Confirms messages so much later. */
  ackAfterMs: number;
  /** So many messages are delivered, and never confirmed. */
  noAck: number;
  /** So many messages are delivered, and then the connection is cut. */
  cutBeforeAck: number;
  /** So many messages are refused with `refusal`, and not delivered. */
  refuse: number;
  refusal: string;
  /** So many messages are confirmed with another hash of the recipient's devices. */
  otherHash: number;
  /** Until when the account may begin no chats, in seconds since 1970; null: it may. */
  restrictedUntil: number | null;
  /** Questions, by their `xmlns`, that are answered with this error, or `never`. */
  questions: Record<string, string>;
};
const noFaults = (): Faults => ({
  upgrade: null,
  mute: false,
  failure: null,
  stranger: false,
  refs: 6,
  answerAfterMs: 0,
  ackAfterMs: 0,
  noAck: 0,
  cutBeforeAck: 0,
  refuse: 0,
  refusal: '463',
  otherHash: 0,
  restrictedUntil: null,
  questions: {},
});

/** A group: who is in it, by account number. */
export type Group = { jid: string; subject: string; members: string[] };

/** Everything that the server knows. */
export type State = {
  directory: Directory;
  groups: Map<string, Group>;
  media: MediaServer;
  faults: Faults;
  root: KeyPair;
  staticKey: KeyPair;
  /** Devices that wait, by each of the references that they were given. */
  pairings: Map<string, Pairing>;
  /** Devices that were shown a code to type, by the number that they asked for. */
  codes: Map<string, Pairing>;
  /** Acts of clients against the protocol, and questions that nobody could answer. */
  problems: string[];
  /** How often each message was sent by a linked device. */
  sends: Map<string, number>;
  /** The calls that linked devices have rejected. */
  rejectedCalls: Set<string>;
  /** Logins of all linked devices, those that are unlinked by now included, and how many sockets one of them had at once at most. */
  totals: { logins: number; mostLive: number };
  /** Stops all that is to happen later. */
  over: AbortSignal;
};

export const newState = (media: MediaServer, root: KeyPair | undefined, over: AbortSignal): State => ({
  directory: directory(),
  groups: new Map(),
  media,
  faults: noFaults(),
  root: root ?? keyPair(),
  staticKey: keyPair(),
  pairings: new Map(),
  codes: new Map(),
  problems: [],
  sends: new Map(),
  totals: { logins: 0, mostLive: 0 },
  rejectedCalls: new Set(),
  over,
});

/** Counts a fault down. Returns whether it applies. */
export const uses = (faults: Faults, name: 'noAck' | 'cutBeforeAck' | 'refuse' | 'otherHash'): boolean => {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
};
