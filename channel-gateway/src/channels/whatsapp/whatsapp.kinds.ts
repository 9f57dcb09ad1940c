import type { Choice, ContactCard, LineKind, MissedCall, Place } from '@prosa/contracts';
import { normalizeMessageContent, proto } from '@whiskeysockets/baileys';
import { USUAL_MIMES } from '../kernel/usual-mimes.ts';
import type { ReceivedMedia } from '../provider.port.ts';
import { type FileKind, type MessageKey, sourceOf } from './whatsapp.files.ts';

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
  | { kind: 'edit'; target: string; text: string }
  | { kind: 'revoke'; target: string }
  | { kind: 'reaction'; target: string; emoji: string }
  /** It concerns the protocol alone. */
  | { kind: 'nothing' };
export type Said = { content: Content; quoted: string | null };

const FILES: readonly [keyof proto.IMessage, FileKind, ReceivedMedia['kind']][] = [
  ['imageMessage', 'image', 'image'],
  ['stickerMessage', 'image', 'sticker'],
  ['videoMessage', 'video', 'video'],
  ['ptvMessage', 'video', 'video'],
  ['audioMessage', 'audio', 'audio'],
  ['documentMessage', 'document', 'document'],
];
type File = proto.Message.IImageMessage &
  Pick<proto.Message.IVideoMessage, 'seconds'> &
  Pick<proto.Message.IDocumentMessage, 'fileName'>;

/** Reads a message. `isViewOnce`: only the phone may show it. */
export const readMessage = (received: proto.IMessage, from: MessageKey): Said => {
  const isViewOnce = !!(received.viewOnceMessage ?? received.viewOnceMessageV2 ?? received.viewOnceMessageV2Extension);
  const message = normalizeMessageContent(received) ?? {};
  const context = contextOf(message);
  const content = isViewOnce ? ({ kind: 'line', line: 'view-once' } as const) : contentOf(message, from);
  return { content, quoted: context?.stanzaId || null };
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
});

const { Type } = proto.Message.ProtocolMessage;
const actionOf = ({ protocolMessage: told, reactionMessage: reaction }: proto.IMessage): Content | null => {
  if (reaction?.key?.id) return { kind: 'reaction', target: reaction.key.id, emoji: reaction.text ?? '' };
  const target = told?.key?.id;
  if (!target) return null;
  if (told.type === Type.REVOKE) return { kind: 'revoke', target };
  if (told.type !== Type.MESSAGE_EDIT) return null;
  const edited = normalizeMessageContent(told.editedMessage ?? {}) ?? {};
  const body =
    edited.conversation ??
    edited.extendedTextMessage?.text ??
    edited.imageMessage?.caption ??
    edited.videoMessage?.caption ??
    edited.documentMessage?.caption ??
    '';
  return { kind: 'edit', target, text: body };
};

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
  const numbers = lines.flatMap((line) => /^(?:item\d+\.)?TEL[^:]*:(.+)$/i.exec(line)?.[1]?.trim() ?? []);
  const name = displayName || lines.flatMap((line) => /^FN[^:]*:(.+)$/i.exec(line)?.[1]?.trim() ?? [])[0];
  return { name: name || numbers[0] || '-', numbers };
};

const choiceOf = (message: proto.IMessage): Content | null => {
  const list = message.listResponseMessage;
  if (list) return choice(list.singleSelectReply?.selectedRowId, list.title);
  const button = message.buttonsResponseMessage;
  if (button) return choice(button.selectedButtonId, button.selectedDisplayText);
  const template = message.templateButtonReplyMessage;
  return template ? choice(template.selectedId, template.selectedDisplayText) : null;
};
const choice = (id: string | null | undefined, title: string | null | undefined): Content => ({
  kind: 'choice',
  choice: { id: id || title || '-', title: title || id || '-' },
});

/** Contents that are shown as lines of text. */
const linesOf = (message: proto.IMessage): Content | null => {
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3;
  const lines = poll
    ? [poll.name, ...(poll.options ?? []).map(({ optionName }) => `· ${optionName}`)]
    : message.eventMessage
      ? [message.eventMessage.name, message.eventMessage.description]
      : message.groupInviteMessage
        ? [message.groupInviteMessage.groupName, message.groupInviteMessage.caption]
        : message.productMessage
          ? [message.productMessage.product?.title, message.productMessage.product?.description]
          : message.orderMessage
            ? [message.orderMessage.orderTitle, message.orderMessage.message]
            : [];
  const said = lines.filter(Boolean).join('\n');
  return said ? text(said) : null;
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
]);
const protocolOrUnknown = (message: proto.IMessage): Content => {
  const parts = Object.entries(message).filter(([name, part]) => part != null && !SILENT.has(name));
  return parts.length === 0 ? { kind: 'nothing' } : { kind: 'line', line: 'phone-only' };
};
