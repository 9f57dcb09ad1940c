import type { QuotedContent } from '@prosa/contracts';
import { jidNormalizedUser, type proto } from '@whiskeysockets/baileys';
import type { OutgoingMessage } from '../../provider.port.ts';
import { messageKey } from '../socket/chats.ts';
import { jidOf } from '../wire/nodes.ts';
import { cardMessage } from './cards.ts';

/**
 * The quote of a message as WhatsApp's own clients send it: a phone shows a quote by the content that comes with it. `ours`: the
 * quoted message as we sent it, if it is ours and still stored. `me`: the jid of the own account. `preview`: a JPEG of its picture, of a
 * sticker a PNG.
 */
export const quoteOf = (
  { channelId, shows }: NonNullable<OutgoingMessage['quoted']>,
  {
    to,
    me,
    ours,
    ourId,
    preview,
  }: {
    to: OutgoingMessage['to'];
    me: string | undefined;
    ours: proto.IMessage | undefined;
    ourId: string;
    preview: Buffer | null;
  },
): proto.IContextInfo => {
  const key = channelId ? messageKey(to, channelId) : { id: ourId, participant: me && jidNormalizedUser(me) };
  return {
    stanzaId: key.id,
    participant: key.participant ?? jidOf(to),
    quotedMessage: withPreview(ours && !channelId ? withoutContext(ours) : shownAs(shows), preview),
  };
};

const withPreview = (message: proto.IMessage, preview: Buffer | null): proto.IMessage => {
  if (!preview) return message;
  const { imageMessage, videoMessage, documentMessage, stickerMessage } = message;
  return {
    ...message,
    ...(imageMessage && { imageMessage: { ...imageMessage, jpegThumbnail: preview } }),
    ...(videoMessage && { videoMessage: { ...videoMessage, jpegThumbnail: preview } }),
    ...(documentMessage && { documentMessage: { ...documentMessage, jpegThumbnail: preview } }),
    ...(stickerMessage && { stickerMessage: { ...stickerMessage, pngThumbnail: preview } }),
  };
};

/** A quote has no quote in it. */
const withoutContext = (message: proto.IMessage): proto.IMessage => {
  const { extendedTextMessage, ...others } = message;
  if (extendedTextMessage) return { conversation: extendedTextMessage.text };
  return Object.fromEntries(
    Object.entries(others).map(([name, part]) => {
      if (typeof part !== 'object' || part === null || !('contextInfo' in part)) return [name, part];
      const { contextInfo: _, ...rest } = part as Record<string, unknown>;
      return [name, rest];
    }),
  );
};

const shownAs = (shows: QuotedContent | null): proto.IMessage => {
  const { body = '', media, place, contacts } = shows ?? {};
  if (place) return cardMessage({ place });
  if (contacts?.length) return cardMessage({ contacts });
  if (!media) return { conversation: body };
  const { kind, mime: mimetype, name, width, height, durationMs } = media;
  const seconds = durationMs ? { seconds: Math.round(durationMs / 1_000) } : {};
  const size = { ...(width && { width }), ...(height && { height }) };
  const caption = body ? { caption: body } : {};
  switch (kind) {
    case 'image':
      return { imageMessage: { mimetype, ...caption, ...size } };
    case 'sticker':
      return { stickerMessage: { mimetype, ...size } };
    case 'video':
      return { videoMessage: { mimetype, ...caption, ...size, ...seconds } };
    case 'audio':
      return { audioMessage: { mimetype, ...seconds } };
    default:
      return { documentMessage: { mimetype, ...caption, ...(name && { fileName: name, title: name }) } };
  }
};
