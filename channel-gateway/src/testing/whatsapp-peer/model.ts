import type { BinaryNode, proto } from '@whiskeysockets/baileys';
import type { Attributes } from './nodes.ts';
import type { Bundle, Signal } from './signal.ts';

/** A person's or company's account: its phone, which is device 0, and the devices linked to it. */
export type Account = {
  number: string;
  lid: string;
  name: string;
  /** Where its picture is, on the media server or elsewhere; null: it shows none. */
  picture?: string | null;
  phone: PhoneFace;
  companions: Map<number, Companion>;
};
/** One device of an account; 0 is the phone. */
export type DeviceName = { account: Account; device: number };

/** The keys that a linked device has shown. */
export type DeviceKeys = { noiseKey: Buffer; identity: Buffer; registrationId: number; signedPreKey: Bundle['signedPreKey'] };
/** The socket of a linked device. */
export type Line = { send: (node: BinaryNode) => void; end: () => void; cut: () => void; sendRaw: (bytes: Buffer) => void };

/** A linked device as the server keeps it. */
export type Companion = DeviceName & {
  keys: DeviceKeys;
  /** How often it logged in, with how many sockets at once at most, and how often it asked for a group or a picture. */
  counts: { logins: number; mostLive: number; groupsAsked: number; picturesAsked: number };
  /** Reports of whether somebody is there that it has sent, in order. */
  presences: string[];
  /** If true, the device is never told that everything was delivered which came while it was away. */
  withholdsOffline: boolean;
  isOnline: () => boolean;
  /** Whether this is the line of its last login. */
  isOn: (line: Line) => boolean;
  queued: () => number;
  /** The id of the stanza that the device refused, and behind which the others wait. */
  held: () => string | null;
  onFirstLogin: (work: () => void) => void;
  /** A new login. Returns the line that it replaces. */
  attach: (line: Line) => Line | null;
  detach: (line: Line) => void;
  /** The device wants its stanzas now. */
  activate: () => void;
  sendOffline: () => void;
  /** Queues a stanza. A message with the id of a queued one replaces it: a resend. */
  deliver: (stanza: BinaryNode) => void;
  /** The device has these stanzas. */
  confirmed: (tag: string, ids: string[], type?: string) => void;
  /** The device could not read a message, and asks for it again. */
  askedAgain: (id: string) => void;
  refused: (tag: string, id: string) => void;
  /** Sends something that is not kept, if the device is there. */
  tell: (stanza: BinaryNode) => void;
  uploaded: (preKeys: { id: number; key: Buffer }[], signedPreKey?: Bundle['signedPreKey']) => void;
  preKeysLeft: () => number;
  bundle: () => Bundle;
  streamError: (attrs: Attributes, content?: BinaryNode[]) => void;
  /** Ends its connection without a word. */
  cut: () => void;
  /** Sends a frame that no key opens. */
  sendNonsense: () => void;
};

/** A message of a linked device as it reaches a phone. `parts`: what is encrypted for this phone, then what is for the group. */
export type Arriving = {
  id: string;
  from: Companion;
  /** The jid that it was addressed to. */
  to: string;
  parts: { type: string; bytes: Buffer }[];
  deviceIdentity: Buffer | null;
  isPeer: boolean;
};
export type HeardReceipt = { ids: string[]; by: Companion; type: string; node: BinaryNode };

/** The part of a phone that the server and other phones need. */
export type PhoneFace = {
  signal: Signal;
  greet: (companion: Companion) => Promise<void>;
  arrived: (message: Arriving) => Promise<void>;
  heardReceipt: (receipt: HeardReceipt) => void;
  show: (message: Omit<Shown, 'at'>) => void;
};

/** A message that a phone shows. */
export type Shown = {
  id: string;
  /** The account's number that wrote it. */
  from: string;
  chat: string;
  /** Written by a linked device of this phone's own account. */
  isOwn: boolean;
  text: string;
  message: proto.IMessage;
  /** Since when, in milliseconds since 1970. */
  at: number;
};

/** A device that waits to be linked. */
export type Pairing = {
  keys: DeviceKeys;
  line: Line;
  /** Asks the device a question; resolves with its answer. */
  ask: (attrs: Attributes, content: BinaryNode[]) => Promise<BinaryNode>;
  /** Set when it asked to be linked by a code. */
  code: { ref: Buffer; wrapped: Buffer; finished: (node: BinaryNode) => void } | null;
};
