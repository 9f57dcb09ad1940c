import {
  type Choice,
  type ContactCard,
  type LineKind,
  type MessageContext,
  type MissedCall,
  type Place,
  summaryOf,
  WAVEFORM_PARTS,
} from '@prosa/contracts';
import { proto } from '@whiskeysockets/baileys';
import { USUAL_MIMES } from '../../kernel/usual-mimes.ts';
import type { ReceivedMedia } from '../../provider.port.ts';
import { type FileKind, type MessageKey, sourceOf } from '../wire/files.ts';
import { choiceOf, linesOf } from './choices.ts';

/** A message that another one names. `author`: who wrote it, which is said in groups; null: who names it. */
export type Named = { id: string; author: string | null };
/** The content of a customer's message. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'media'; text: string; media: ReceivedMedia }
  | { kind: 'place'; place: Place }
  | { kind: 'contacts'; contacts: ContactCard[] }
  | { kind: 'choice'; choice: Choice }
  | { kind: 'call'; call: MissedCall }
  /** Only the phone shows it. */
  | { kind: 'line'; line: LineKind }
  /** A message of who edits or deletes it. */
  | { kind: 'edit'; target: string; text: string; madeAt?: number }
  | { kind: 'revoke'; target: string }
  /** `madeAt`: when, as its author's phone says, in milliseconds since 1970. */
  | { kind: 'reaction'; target: Named; emoji: string; madeAt?: number }
  /** It concerns the protocol alone. */
  | { kind: 'nothing' };
/** A message that nobody but the phone can read yet. */
export const ONLY_PHONE = { kind: 'line', line: 'phone-only' } as const satisfies Content;
export type Said = {
  content: Content;
  quoted: Named | null;
  isForwarded?: boolean;
  about?: MessageContext | null;
  /** The names of the advertisement that the customer came by. */
  refs?: string[];
};

const FILES: readonly [keyof proto.IMessage, FileKind, ReceivedMedia['kind']][] = [
  ['imageMessage', 'image', 'image'],
  ['stickerMessage', 'image', 'sticker'],
  ['videoMessage', 'video', 'video'],
  ['ptvMessage', 'video', 'video'],
  ['audioMessage', 'audio', 'audio'],
  ['documentMessage', 'document', 'document'],
];
type File = proto.Message.IImageMessage &
  Pick<proto.Message.IAudioMessage, 'seconds' | 'waveform'> &
  Pick<proto.Message.IDocumentMessage, 'fileName'>;

/** Reads a message. */
export const readMessage = (received: proto.IMessage, from: MessageKey): Said => {
  const { message, isViewOnce } = unwrapped(received);
  const context = contextOf(message);
  const content = isViewOnce ? ({ kind: 'line', line: 'view-once' } as const) : contentOf(message, from);
  // Something is wrapped that has no name yet.
  if (message !== received && content.kind === 'nothing' && isEmpty(message)) return { content: ONLY_PHONE, quoted: null };
  const quoted = context?.stanzaId ? { id: context.stanzaId, author: context.participant || null } : null;
  const source = sourceIn(context);
  const about =
    aboutOf(context, from) ?? (source && isWordless(content) ? { kind: 'referral' as const, words: source, gist: null } : null);
  return { content: withSource(content, source), quoted, isForwarded: !!context?.isForwarded, about, refs: refsIn(context) };
};

const STATUS = 'status@broadcast';
/** The answered status or message, by the copy that the phone sends along: Prosa may not have it. */
const aboutOf = (context: proto.IContextInfo | null, from: MessageKey): MessageContext | null => {
  if (!context?.quotedMessage || !context.stanzaId) return null;
  const { message } = unwrapped(context.quotedMessage);
  const content = contentOf(message, from);
  const isStatus = context.remoteJid === STATUS;
  const { kind: gist, text: words } = summaryOf(shownBy(content));
  if (!isStatus && !words && gist === null) return null;
  return { kind: isStatus ? 'status' : message.productMessage ? 'product' : 'message', words: words ?? '', gist };
};
const shownBy = (content: Content): Parameters<typeof summaryOf>[0] => {
  switch (content.kind) {
    case 'text':
      return { body: content.text };
    case 'media':
      return { body: content.text, media: content.media };
    case 'choice':
      return { body: content.choice.title };
    case 'place':
    case 'contacts':
    case 'call':
      return { ...content, body: '' };
    default:
      return { body: '' };
  }
};

const isEmpty = (message: proto.IMessage): boolean =>
  Object.keys(message).every((name) => name === ('messageContextInfo' satisfies keyof proto.IMessage));

const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;
/** Kinds that only wrap a message. */
const WRAPPERS = [
  ...VIEW_ONCE,
  'ephemeralMessage',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'lottieStickerMessage',
  'pollCreationMessageV4',
] as const;

/** `isViewOnce`: only the phone may show it. */
const unwrapped = (received: proto.IMessage): { message: proto.IMessage; isViewOnce: boolean } => {
  let message = received;
  let isViewOnce = false;
  for (let inner: proto.IMessage | null | undefined = received; inner; ) {
    message = inner;
    isViewOnce ||= VIEW_ONCE.some((name) => message[name]);
    inner = WRAPPERS.map((name) => message[name]?.message).find(Boolean);
  }
  isViewOnce ||= !!(message.imageMessage?.viewOnce ?? message.videoMessage?.viewOnce ?? message.audioMessage?.viewOnce);
  return { message, isViewOnce };
};

/** The advertisement from which a customer came stands above what they write. */
const withSource = (content: Content, source: string): Content =>
  source !== '' && (content.kind === 'text' || content.kind === 'media')
    ? { ...content, text: [source, content.text].filter(Boolean).join('\n') }
    : content;
const adIn = (context: proto.IContextInfo | null) => {
  const ad = context?.externalAdReply;
  return ad?.sourceType === 'ad' || ad?.ctwaClid ? ad : null;
};
const sourceIn = (context: proto.IContextInfo | null): string => {
  const { title, body, sourceUrl } = adIn(context) ?? {};
  return [title, body, sourceUrl].filter(Boolean).join('\n');
};
const refsIn = (context: proto.IContextInfo | null): string[] => {
  const { ref, sourceId } = adIn(context) ?? {};
  return [ref, sourceId].filter((name): name is string => !!name);
};
const isWordless = ({ kind }: Content): boolean => kind === 'place' || kind === 'contacts' || kind === 'choice';

const text = (said: string): Content => ({ kind: 'text', text: said });

const contextOf = (message: proto.IMessage): proto.IContextInfo | null => {
  for (const part of Object.values(message) as unknown[])
    if (typeof part === 'object' && part !== null && 'contextInfo' in part) return part.contextInfo as proto.IContextInfo | null;
  return null;
};

const contentOf = (message: proto.IMessage, from: MessageKey): Content => {
  const said = message.conversation || message.extendedTextMessage?.text;
  if (said) return text(said);
  for (const [name, kind, shownAs] of FILES) {
    const file = message[name] as File | null | undefined;
    if (file) return { kind: 'media', text: file.caption ?? '', media: mediaOf(file, kind, shownAs, from) };
  }
  return actionOf(message) ?? cardOf(message) ?? choiceOf(message) ?? answersOrLines(message) ?? protocolOrUnknown(message);
};

const answersOrLines = (message: proto.IMessage): Content | null => {
  const lines = linesOf(message);
  return lines ? text(lines) : null;
};

const mediaOf = (file: File, kind: FileKind, shownAs: ReceivedMedia['kind'], from: MessageKey): ReceivedMedia => ({
  source: sourceOf(file, kind, from),
  kind: shownAs,
  mime: file.mimetype || USUAL_MIMES[shownAs],
  bytes: file.fileLength == null ? null : Number(file.fileLength),
  name: file.fileName || null,
  ...(file.width && { width: file.width }),
  ...(file.height && { height: file.height }),
  ...(file.seconds && { durationMs: file.seconds * 1_000 }),
  ...(file.waveform?.length && { waveform: waveformOf(file.waveform) }),
});
const waveformOf = (told: Uint8Array): number[] => [...told.subarray(0, WAVEFORM_PARTS)].map((loud) => Math.min(100, loud));

const { Type } = proto.Message.ProtocolMessage;
const actionOf = ({ protocolMessage: told, reactionMessage: reaction }: proto.IMessage): Content | null => {
  if (reaction?.key?.id) {
    const { id, fromMe, participant } = reaction.key;
    const target = { id, author: fromMe ? null : participant || null };
    return { kind: 'reaction', target, emoji: reaction.text ?? '', ...madeAt(reaction.senderTimestampMs) };
  }
  const target = told?.key?.id;
  if (!target) return null;
  if (told.type === Type.REVOKE) return { kind: 'revoke', target };
  if (told.type !== Type.MESSAGE_EDIT) return null;
  const { message: edited } = unwrapped(told.editedMessage ?? {});
  const body =
    edited.conversation ??
    edited.extendedTextMessage?.text ??
    edited.imageMessage?.caption ??
    edited.videoMessage?.caption ??
    edited.documentMessage?.caption ??
    '';
  return { kind: 'edit', target, text: body, ...madeAt(told.timestampMs) };
};
const madeAt = (ms: unknown): { madeAt?: number } => (ms == null ? {} : { madeAt: Number(ms) });

const cardOf = (message: proto.IMessage): Content | null => {
  const place = message.locationMessage ?? message.liveLocationMessage;
  if (place?.degreesLatitude != null && place.degreesLongitude != null)
    return {
      kind: 'place',
      place: {
        latitude: place.degreesLatitude,
        longitude: place.degreesLongitude,
        name: message.locationMessage?.name || null,
        address: message.locationMessage?.address || null,
      },
    };
  const cards = message.contactMessage ? [message.contactMessage] : message.contactsArrayMessage?.contacts;
  return cards?.length ? { kind: 'contacts', contacts: cards.map(contactOf) } : null;
};

/** The name and numbers of a vCard; its lines may be folded. */
const contactOf = ({ displayName, vcard }: proto.Message.IContactMessage): ContactCard => {
  const lines = (vcard ?? '').replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const numbers = lines.flatMap((line) => {
    const [, parameters = '', number] = /^(?:item\d+\.)?TEL([^:]*):(.+)$/i.exec(line) ?? [];
    // WhatsApp knows the whole number of who is there, also where the address book has a part of it.
    const whole = /;waid=(\d+)/i.exec(parameters)?.[1];
    return number === undefined ? [] : whole && !number.includes('+') ? `+${whole}` : number.trim();
  });
  const name = displayName || lines.flatMap((line) => /^FN[^:]*:(.+)$/i.exec(line)?.[1]?.trim() ?? [])[0];
  return { name: name || numbers[0] || '-', numbers };
};

/** Parts of a message that say nothing to a person. */
const SILENT: ReadonlySet<string> = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  // Its pictures come by themselves.
  'albumMessage',
]);
const protocolOrUnknown = (message: proto.IMessage): Content => {
  const parts = Object.entries(message).filter(([name, part]) => part != null && !SILENT.has(name));
  return parts.length === 0 ? { kind: 'nothing' } : ONLY_PHONE;
};
