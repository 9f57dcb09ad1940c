import type { MediaKind } from '../../media/media.facts.ts';
import type { ChannelName } from './connections.contract.ts';

/** The kinds of message and action on a channel. */
export type Kind =
  | 'text'
  | MediaKind
  | 'location'
  | 'contacts'
  | 'call'
  | 'choice'
  | 'template'
  | 'poll'
  | 'referral'
  | 'reaction'
  | 'edit'
  | 'revoke';
/** The longest text of one message. Characters are those of JavaScript (UTF-16), bytes those of UTF-8. */
export type TextLimit = { max: number; unit: 'characters' | 'bytes' };
/** The files of a kind that a channel shows as that kind; `types` null: all. */
export type FileLimit = { types: readonly string[] | null; maxBytes: number };
type How = 'as-is' | 'as-text';

/** The abilities of one kind of channel. Rules refuse anything else, and screens do not offer it. */
export type Abilities = {
  receives: { readonly [Name in Kind]?: How };
  /** Without a kind of file here, files of that kind go as documents, or else as links. */
  sends: { readonly [Name in Kind]?: How };
  files: { readonly [Name in MediaKind]?: FileLimit };
  longestText: TextLimit;
  longestCaption: TextLimit;
  /** How many choices it shows as buttons, and in a list; null: it has neither, and the customer answers with a number. */
  choices: { buttons: number; list: number } | null;
  /** How a quote reaches the customer. */
  quotes: How;
  /** How long after sending it can delete one of our messages, in milliseconds; null: never. */
  deletesMs: number | null;
  /** How long after the customer's last message they can be written to, in milliseconds; null: at any time. */
  windowMs: number | null;
  /**
   * The same for what a person wrote, where the installation's app at Meta has the permission for it (Human Agent); null: it makes no
   * difference.
   */
  personWindowMs: number | null;
  /** How to write to a customer who never wrote, or not within the window. */
  begins: 'freely' | 'by-template' | 'never';
  /** Whether it can tell which numbers have an account. */
  knowsNumbers: boolean;
  /** Whether it tells the picture that a customer shows. */
  tellsPictures: boolean;
};

const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
/** WhatsApp lets phones delete a message for everyone for two and a half days; the simulator does the same. */
const PHONE_DELETES_MS = 60 * HOUR_MS;
const characters = (max: number): TextLimit => ({ max, unit: 'characters' });

const files = { image: 'as-is', sticker: 'as-is', audio: 'as-is', video: 'as-is', document: 'as-is' } as const;
const anyOf = (maxBytes: number): FileLimit => ({ types: null, maxBytes });

/** A phone, linked as a further device. */
const phone: Abilities = {
  receives: {
    text: 'as-is',
    ...files,
    location: 'as-is',
    contacts: 'as-is',
    call: 'as-is',
    choice: 'as-is',
    poll: 'as-text',
    referral: 'as-is',
    reaction: 'as-is',
    edit: 'as-is',
    revoke: 'as-is',
  },
  sends: {
    text: 'as-is',
    ...files,
    location: 'as-is',
    contacts: 'as-is',
    choice: 'as-text',
    template: 'as-text',
    revoke: 'as-is',
  },
  files: {
    image: anyOf(16 * MB),
    sticker: anyOf(16 * MB),
    audio: anyOf(64 * MB),
    video: anyOf(64 * MB),
    document: anyOf(100 * MB),
  },
  longestText: characters(65_536),
  longestCaption: characters(65_536),
  choices: null,
  quotes: 'as-is',
  deletesMs: PHONE_DELETES_MS,
  windowMs: null,
  personWindowMs: null,
  begins: 'freely',
  knowsNumbers: true,
  tellsPictures: true,
};

const office = ['msword', 'vnd.ms-excel', 'vnd.ms-powerpoint'].map((name) => `application/${name}`);
const openOffice = ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
  (name) => `application/vnd.openxmlformats-officedocument.${name}`,
);
const pictures = ['image/jpeg', 'image/png'];
/** As Messenger and Instagram show pictures, and stickers as them. */
const shown: FileLimit = { types: [...pictures, 'image/gif'], maxBytes: 8 * MB };
const sounds = ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'];
const films = ['video/mp4', 'video/3gpp'];

/** WhatsApp Cloud API. Its document is whatever it lets one upload. */
const cloud: Abilities = {
  receives: { ...phone.receives },
  sends: {
    text: 'as-is',
    ...files,
    location: 'as-is',
    contacts: 'as-is',
    choice: 'as-is',
    template: 'as-is',
  },
  files: {
    image: { types: pictures, maxBytes: 5 * MB },
    // 500 kB for one that moves, which its type does not tell.
    sticker: { types: ['image/webp'], maxBytes: 100 * 1024 },
    audio: { types: sounds, maxBytes: 16 * MB },
    video: { types: films, maxBytes: 16 * MB },
    document: {
      types: ['application/pdf', 'text/plain', ...office, ...openOffice, ...pictures, 'image/webp', ...sounds, ...films],
      maxBytes: 100 * MB,
    },
  },
  longestText: characters(4_096),
  longestCaption: characters(1_024),
  choices: { buttons: 3, list: 10 },
  quotes: 'as-is',
  deletesMs: null,
  windowMs: 24 * HOUR_MS,
  personWindowMs: null,
  begins: 'by-template',
  knowsNumbers: false,
  tellsPictures: false,
};

/** A page's Messenger. */
const messenger: Abilities = {
  receives: {
    text: 'as-is',
    ...files,
    location: 'as-text',
    choice: 'as-is',
    referral: 'as-is',
    reaction: 'as-is',
    edit: 'as-is',
  },
  sends: { text: 'as-is', ...files, location: 'as-text', contacts: 'as-text', choice: 'as-is' },
  files: {
    image: shown,
    sticker: shown,
    audio: anyOf(25 * MB),
    video: anyOf(25 * MB),
    document: anyOf(25 * MB),
  },
  longestText: characters(2_000),
  longestCaption: characters(2_000),
  // Quick replies are both.
  choices: { buttons: 13, list: 13 },
  quotes: 'as-text',
  deletesMs: null,
  windowMs: 24 * HOUR_MS,
  personWindowMs: 7 * 24 * HOUR_MS,
  begins: 'never',
  knowsNumbers: false,
  tellsPictures: true,
};

const instagram: Abilities = {
  ...messenger,
  receives: {
    text: 'as-is',
    ...files,
    location: 'as-text',
    choice: 'as-is',
    referral: 'as-is',
    reaction: 'as-is',
    revoke: 'as-is',
  },
  files: {
    image: shown,
    sticker: shown,
    // No MP3, which is what Prosa records.
    audio: { types: ['audio/aac', 'audio/mp4', 'audio/x-m4a', 'audio/wav'], maxBytes: 25 * MB },
    video: { types: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'], maxBytes: 25 * MB },
    document: { types: ['application/pdf'], maxBytes: 25 * MB },
  },
  longestText: { max: 1_000, unit: 'bytes' },
  longestCaption: { max: 1_000, unit: 'bytes' },
};

const simulator: Abilities = { ...phone, knowsNumbers: false, tellsPictures: false, choices: { buttons: 3, list: 40 } };

const all: Record<ChannelName, Abilities> & Record<`${ChannelName}/${string}`, Abilities> = {
  simulator,
  sample: simulator,
  whatsapp: phone,
  'whatsapp/cloud': cloud,
  facebook: messenger,
  instagram,
};

/** Looks up abilities by `channel/provider`, then by the channel alone; an unknown one counts as a phone that deletes nothing. */
export const abilitiesOf = (channel: string, provider = 'beta'): Abilities => {
  const known = all as Record<string, Abilities | undefined>;
  return (
    known[`${channel}/${provider}`] ?? known[channel] ?? { ...phone, deletesMs: null, knowsNumbers: false, tellsPictures: false }
  );
};

/** As what a channel takes a file: as its own kind, as a document, or only as a link to it. */
export const carriedAs = (
  { files }: Pick<Abilities, 'files'>,
  { kind, mime, bytes }: { kind: MediaKind; mime: string; bytes: number | null },
): MediaKind | 'link' => {
  const takes = (as: MediaKind): boolean => {
    const limit = files[as];
    if (!limit || (bytes !== null && bytes > limit.maxBytes)) return false;
    return limit.types?.includes(mime.split(';')[0]!.trim().toLowerCase()) ?? true;
  };
  return ([kind, 'document'] as const).find(takes) ?? 'link';
};

/** How long after the customer's last message a person can write to them, in milliseconds; null: at any time. */
export const personWindowOf = (
  { windowMs, personWindowMs }: Pick<Abilities, 'windowMs' | 'personWindowMs'>,
  hasHumanAgent: boolean,
): number | null => (hasHumanAgent && personWindowMs !== null ? personWindowMs : windowMs);

/** Whether the channel can write to a customer now who wrote last at `lastAt` (null: never); both in milliseconds since 1970. */
export const isWithin = ({ windowMs }: Pick<Abilities, 'windowMs'>, lastAt: number | null, now: number): boolean =>
  windowMs === null || (lastAt !== null && now - lastAt <= windowMs);
