import type {
  Cards,
  Choice,
  ContactCard,
  Identity,
  LineKind,
  MediaReference,
  MessageContext,
  MissedCall,
  Place,
  QuotedContent,
  SentMenu,
} from '@prosa/contracts';

/** Names a message: one of ours by our id, a customer's by the channel's. */
export type MessageName = { channelId: string } | { messageId: string };

/** A message to send. A retry has the same `messageId`, from which a channel's own id can be derived. */
export type OutgoingMessage = {
  messageId: string;
  to: Identity;
  /** The text; with `media` the caption. */
  body: string;
  media: MediaReference | null;
  /** If present, the message shows this place or these contacts, and has no text. */
  cards: Cards | null;
  /** If present, the message is this approved template with these values, and `body` is what the customer reads. */
  template: { name: string; language: string; values: string[] } | null;
  /** The choices that `body` numbers, where the channel shows them as buttons or a list (`abilities.choices`). */
  choices: SentMenu | null;
  /** The result of `Session.prepare` for it. */
  prepared: string | null;
  /** Whether a person wrote it. */
  byPerson: boolean;
  /** `channelId`: the channel's id of a customer's message; `sentAs`: that of one of ours; `shows`: what it shows, if that can be read. */
  quoted: { messageId: string; channelId: string | null; sentAs: string | null; shows: QuotedContent | null } | null;
};

/**
 * A customer's message. `identities` begins with the one that the customer wrote from; those of a group do not include its author's. Their
 * kinds are among those that the provider declares, each in the format of its kind (contracts, `isIdentity`).
 */
export type ReceivedMessage = {
  identities: [Identity, ...Identity[]];
  name: string;
  channelId: string;
  /** The text; with `media` the caption. Ignored if one of the contents after `media` is present. */
  body: string;
  media?: ReceivedMedia;
  place?: Place;
  contacts?: ContactCard[];
  call?: MissedCall;
  choice?: Choice;
  /** Only the phone shows it. */
  line?: LineKind;
  /** Its author had it from somebody else, and says so. */
  forwarded?: boolean;
  /** It was reported before as a line, because nobody could read it: it fills that, and is nothing else. */
  again?: boolean;
  quoted: MessageName | null;
  /** The subject of the message: of a quoted one, the channel's description of it. */
  context?: MessageContext | null;
  /** The names of the link or advertisement that the customer came by: its `ref`, its id. */
  refs?: readonly string[];
  /** In a group, whose identities these are: who of it wrote it. */
  author?: { identities: [Identity, ...Identity[]]; name: string };
  /** The company wrote it itself, on its phone, to the customer of `identities`. */
  own?: boolean;
  at: string;
};

/**
 * A customer's file. `source` tells how the channel provides its bytes (a link, its keys). The gateway encrypts and stores it; it is never
 * on the bus.
 */
export type ReceivedMedia = Omit<MediaReference, 'mediaId' | 'caption'> & {
  source: string;
  /** For bytes that came with the webhook: what opens their parcel. */
  parcelId?: string;
};

/** A file received with a webhook: its id, how to obtain its bytes (`source`), and their number. */
export type Parcel = { id: string; source: string; bytes: number };
/** Stores such files until they are fetched. */
export type Post = {
  /** If it rejects, nothing is stored. Throws Refused ERR_MEDIA_EMPTY, ERR_TOO_LARGE, ERR_MEDIA_STORE. */
  put: (
    owner: { connectionId: string; companyId: string },
    bytes: AsyncIterable<Uint8Array>,
    maxBytes?: number,
  ) => Promise<Parcel>;
  /** Deletes one, unless a message refers to it. */
  dropUnused: (id: string) => Promise<void>;
};

/**
 * An action of a chat participant on a message: on one of ours by our id, or on a customer's by the channel's id. `identities` as in
 * `ReceivedMessage`. `channelId` is the channel's own id of the action, so that it counts once.
 */
export type Done = Pick<ReceivedMessage, 'identities' | 'author' | 'own' | 'channelId' | 'at'> & {
  target: MessageName;
};

/** A receipt, 2 to 5, for our id or for the channel's. */
export type Receipt = { of: MessageName; ack: number; at: string };
