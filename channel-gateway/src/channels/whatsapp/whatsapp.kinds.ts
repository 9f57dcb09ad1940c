import { type Choice, type ContactCard, type LineKind, type MissedCall, type Place, WAVEFORM_PARTS } from '@prosa/contracts';
import { proto } from '@whiskeysockets/baileys';
import { USUAL_MIMES } from '../kernel/usual-mimes.ts';
import type { ReceivedMedia } from '../provider.port.ts';
import { type FileKind, type MessageKey, sourceOf } from './whatsapp.files.ts';

/** A message that another one names. `author`: who wrote it, which is said in groups; null: who names it. */
export type Named = { id: string; author: string | null };
/** What a customer's message brings. */
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
/** What nobody but the phone can read yet. */
export const ONLY_PHONE = { kind: 'line', line: 'phone-only' } as const satisfies Content;
export type Said = { content: Content; quoted: Named | null; isForwarded?: boolean };

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
  return { content: withSource(content, context), quoted, isForwarded: !!context?.isForwarded };
};

const isEmpty = (message: proto.IMessage): boolean =>
  Object.keys(message).every((name) => name === ('messageContextInfo' satisfies keyof proto.IMessage));

const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;
/** What is only wrapped around a message. */
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
const withSource = (content: Content, context: proto.IContextInfo | null): Content => {
  const { title, body, sourceUrl, sourceType, ctwaClid } = context?.externalAdReply ?? {};
  if ((content.kind !== 'text' && content.kind !== 'media') || (sourceType !== 'ad' && !ctwaClid)) return content;
  return { ...content, text: [title, body, sourceUrl, content.text].filter(Boolean).join('\n') };
};

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
  return actionOf(message) ?? cardOf(message) ?? choiceOf(message) ?? linesOf(message) ?? protocolOrUnknown(message);
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

const choiceOf = (message: proto.IMessage): Content | null => {
  const list = message.listResponseMessage;
  if (list) return choice(list.singleSelectReply?.selectedRowId, list.title);
  const button = message.buttonsResponseMessage;
  if (button) return choice(button.selectedButtonId, button.selectedDisplayText);
  const template = message.templateButtonReplyMessage;
  if (template) return choice(template.selectedId, template.selectedDisplayText);
  const flow = message.interactiveResponseMessage;
  return flow?.body?.text ? choice(null, flow.body.text) : null;
};
const choice = (id: string | null | undefined, title: string | null | undefined): Content => ({
  kind: 'choice',
  choice: { id: id || title || '-', title: title || id || '-' },
});

/** Contents that are shown as lines of text. */
const linesOf = (message: proto.IMessage): Content | null => {
  const said = (readLines[Object.keys(readLines).find((name) => message[name as keyof proto.IMessage]) ?? '']?.(message) ?? [])
    .filter(Boolean)
    .join('\n');
  return said ? text(said) : null;
};
type Lines = readonly (string | null | undefined)[];
const pollLines = (poll: proto.Message.IPollCreationMessage): Lines => [
  poll.name,
  ...(poll.options ?? []).map(({ optionName }) => `· ${optionName}`),
];
const readLines: Record<string, (message: proto.IMessage) => Lines> = {
  pollCreationMessage: ({ pollCreationMessage: poll }) => pollLines(poll!),
  pollCreationMessageV2: ({ pollCreationMessageV2: poll }) => pollLines(poll!),
  pollCreationMessageV3: ({ pollCreationMessageV3: poll }) => pollLines(poll!),
  pollCreationMessageV5: ({ pollCreationMessageV5: poll }) => pollLines(poll!),
  eventMessage: ({ eventMessage: event }) => [event!.name, event!.description],
  groupInviteMessage: ({ groupInviteMessage: invite }) => [invite!.groupName, invite!.caption],
  productMessage: ({ productMessage }) => [productMessage!.product?.title, productMessage!.product?.description],
  orderMessage: ({ orderMessage: order }) => [order!.orderTitle, order!.message],
  // What other companies' robots write.
  buttonsMessage: ({ buttonsMessage: asked }) => [asked!.text, asked!.contentText, asked!.footerText],
  listMessage: ({ listMessage: asked }) => [asked!.title, asked!.description, asked!.footerText],
  templateMessage: ({ templateMessage: asked }) => {
    const { hydratedTitleText, hydratedContentText, hydratedFooterText } =
      asked!.hydratedTemplate ?? asked!.hydratedFourRowTemplate ?? {};
    return [hydratedTitleText, hydratedContentText, hydratedFooterText];
  },
  interactiveMessage: ({ interactiveMessage: asked }) => [asked!.header?.title, asked!.body?.text, asked!.footer?.text],
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
