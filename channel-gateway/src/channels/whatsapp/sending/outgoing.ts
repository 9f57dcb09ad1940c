import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { abilitiesOf, fields, lengthIn } from '@prosa/contracts';
import { previewOf } from '@prosa/infra/runtime';
import { prepareWAMessageMedia, proto } from '@whiskeysockets/baileys';
import type pg from 'pg';
import { type Held, type OutgoingMessage, Permanent, SlowDown, Temporary } from '../../provider.port.ts';
import type { AddressOf } from '../socket/addresses.ts';
import type { OpenSocket, RelayOptions } from '../socket/socket.ts';
import { type Attrs, jidOf } from '../wire/nodes.ts';
import { cardMessage } from './cards.ts';
import { quoteOf } from './quotes.ts';

const { longestText } = abilitiesOf('whatsapp');
/** The device's session is out of date: once more with a fresh one. */
const STALE = '479';
/** The account may not begin a chat with this person. */
const RESTRICTED = '463';
/** The account sends too much: nothing more for a while. */
const TOO_MUCH = '429';

/** The id under which WhatsApp knows a message of ours: derived from our own, so that a phone drops a repeated one. */
export const channelIdOf = (messageId: string): string =>
  `3EB0${createHash('sha256').update(messageId).digest('hex').slice(0, 18).toUpperCase()}`;

const OUR_ID = /^3EB0[0-9A-F]{18}$/;
/** Whether a message may be ours, by the channel's id. */
export const isOurId = (channelId: string): boolean => OUR_ID.test(channelId);

/** Sent messages, stored for phones that ask for them again, and for another try. */
export const sentMessages = (
  pool: pg.Pool,
  connectionId: string,
  { vault, transaction }: Pick<Held, 'vault' | 'transaction'>,
) => {
  const contextOf = (channelId: string) => `whatsapp sent ${channelId}`;
  return {
    /** Phones name an id when they ask again. */
    find: async (named: string): Promise<proto.IMessage | undefined> => {
      const channelId = fields.kept(named);
      const { rows } = await pool.query<{ sealed: Buffer }>({
        name: 'gateway-whatsapp-sent',
        text: 'select sealed from gateway.whatsapp_sent where connection_id = $1 and channel_id = $2',
        values: [connectionId, channelId],
      });
      return rows[0] && proto.Message.decode(await vault.open(rows[0].sealed, contextOf(channelId)));
    },
    /** Our id of a message that we sent. */
    ownIdOf: async (channelId: string): Promise<string | null> => {
      const { rows } = await pool.query<{ id: string }>(
        'select message_id as id from gateway.whatsapp_sent where connection_id = $1 and channel_id = $2',
        [connectionId, channelId],
      );
      return rows[0]?.id ?? null;
    },
    keep: async (channelId: string, messageId: string, message: proto.IMessage): Promise<void> => {
      const sealed = await vault.seal(Buffer.from(proto.Message.encode(message).finish()), contextOf(channelId));
      await transaction((client) =>
        client.query({
          name: 'gateway-whatsapp-keep',
          text: `insert into gateway.whatsapp_sent (connection_id, channel_id, message_id, sealed) values ($1, $2, $3, $4)
            on conflict (connection_id, channel_id) do nothing`,
          values: [connectionId, channelId, messageId, sealed],
        }),
      );
    },
  };
};
export type SentMessages = ReturnType<typeof sentMessages>;

type Sending = {
  socket: OpenSocket | null;
  sent: SentMessages;
  held: Pick<Held, 'openMedia'>;
  addressOf: AddressOf;
  /** Messages whose file is being uploaded: another try waits for the same upload. */
  preparing: Map<string, Promise<proto.IMessage>>;
  /** Begins the pause that the server asks for. Returns how long it lasts, in milliseconds. */
  slowDown: () => number;
  signal: AbortSignal;
};

/** Sends a message; resolves with the channel's id when the server has accepted it. */
export const sendMessage = async (message: OutgoingMessage, sending: Sending): Promise<string> => {
  const open = opened(sending.socket);
  const id = channelIdOf(message.messageId);
  if (lengthIn(longestText, message.body) > longestText.max) throw new Permanent('The text is too long.');
  const to = await addressed(message.to, open, sending);
  const content = (await sending.sent.find(id)) ?? (await prepared(id, { ...message, to }, open, sending));
  // The try that it was prepared for is over: the next one sends it.
  if (sending.signal.aborted) throw new Temporary('It took too long to prepare the message.');
  await deliver(open, jidOf(to), content, id, sending, { isBulk: !message.byPerson });
  return id;
};

const prepared = (
  id: string,
  message: OutgoingMessage,
  socket: OpenSocket,
  { sent, held, preparing }: Sending,
): Promise<proto.IMessage> => {
  const before = preparing.get(id);
  if (before) return before;
  const work = contentOf(message, socket, { held, sent })
    .catch(notPrepared)
    .then(async (content) => {
      await sent.keep(id, message.messageId, content);
      return content;
    })
    .finally(() => preparing.delete(id));
  preparing.set(id, work);
  return work;
};

const notPrepared = (error: unknown): never => {
  throw error instanceof Permanent ? error : new Temporary('The message could not be prepared.', { cause: error });
};

/** Whom a message goes to, as WhatsApp spells it. */
const addressed = async (
  to: OutgoingMessage['to'],
  socket: OpenSocket,
  { addressOf }: Pick<Sending, 'addressOf'>,
): Promise<OutgoingMessage['to']> => {
  const address = await addressOf(socket, to).catch(notPrepared);
  if (!address) throw new Permanent('Nobody has this number on WhatsApp.', { reason: 'not-there' });
  return address;
};

/** Deletes a message of ours for the customer. */
export const deleteMessage = async (
  { messageId, channelId, to }: { messageId: string; channelId: string; to: OutgoingMessage['to'] },
  { socket, sent, addressOf, ...ending }: Pick<Sending, 'socket' | 'sent' | 'addressOf' | 'signal' | 'slowDown'>,
): Promise<void> => {
  const open = opened(socket);
  const id = channelIdOf(`${messageId}/delete`);
  const jid = jidOf(await addressed(to, open, { addressOf }));
  const revoke: proto.IMessage = {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.REVOKE,
      key: { remoteJid: jid, fromMe: true, id: channelId },
    },
  };
  // A phone may ask for it again, like for what it deletes.
  await sent.keep(id, messageId, revoke);
  await deliver(open, jid, revoke, id, ending, { edit: '7' });
};

const opened = (socket: OpenSocket | null): OpenSocket => {
  if (!socket?.isOpen()) throw new Temporary('The session is not connected.');
  return socket;
};

/** Only the server's confirmation counts: Baileys resolves as soon as the bytes are written. */
const deliver = async (
  socket: OpenSocket,
  jid: string,
  content: proto.IMessage,
  id: string,
  { signal, slowDown }: Pick<Sending, 'signal' | 'slowDown'>,
  options: Omit<RelayOptions, 'fresh' | 'signal'>,
): Promise<void> => {
  const relay = (fresh: boolean): Promise<Attrs> => socket.relay(jid, content, id, { ...options, signal, fresh });
  let answer = await relay(false);
  // The recipient has other devices than we thought, or another session.
  if (answer.phash || answer.error === STALE) answer = await relay(true);
  if (answer.error === TOO_MUCH) throw new SlowDown('WhatsApp asks for a pause.', { afterMs: slowDown() });
  if (answer.error === RESTRICTED) {
    socket.askRestriction();
    throw new Permanent('WhatsApp lets this account begin no chat.', { reason: 'restricted' });
  }
  if (answer.error) throw new Permanent(`WhatsApp refused the message with ${answer.error}.`);
};

const contentOf = async (
  { body, media, cards, quoted, to }: OutgoingMessage,
  { sock }: OpenSocket,
  { held: { openMedia }, sent }: Pick<Sending, 'held' | 'sent'>,
): Promise<proto.IMessage> => {
  if (cards) return cardMessage(cards);
  const ourId = quoted && channelIdOf(quoted.messageId);
  const ours = ourId ? await sent.find(ourId) : undefined;
  const pictured = quoted?.shows?.media;
  const preview = pictured?.mediaId
    ? await previewOf(openMedia, pictured.mediaId, pictured.kind === 'sticker' ? 'sticker' : 'preview')
    : null;
  const contextInfo = quoted ? quoteOf(quoted, { to, me: sock.user?.id, ours, ourId: ourId!, preview }) : undefined;
  if (!media) return { extendedTextMessage: { text: body, ...(contextInfo && { contextInfo }) } };
  const file = await openMedia(media.mediaId);
  if (!file) throw new Permanent('The file is not there.');
  const stream = Readable.from(file.read());
  const mimetype = file.facts.mime;
  const what = sendableAs(media.kind, mimetype, body);
  const caption = body ? { caption: body } : {};
  const common = { mimetype, ...(contextInfo && { contextInfo }) };
  // Thumbnails and lengths are Prosa's own, or none: Baileys would read the whole file again for them.
  const options = { upload: sock.waUploadToServer };
  if (what === 'image') return prepareWAMessageMedia({ image: { stream }, jpegThumbnail: '', ...caption, ...common }, options);
  if (what === 'video') return prepareWAMessageMedia({ video: { stream }, jpegThumbnail: '', ...caption, ...common }, options);
  if (what === 'sticker') return prepareWAMessageMedia({ sticker: { stream }, ...common }, options);
  if (what === 'audio') {
    const measured = {
      seconds: Math.round((media.durationMs ?? 0) / 1_000),
      ...(media.waveform && { waveform: Uint8Array.from(media.waveform) }),
    };
    return prepareWAMessageMedia({ audio: { stream }, ptt: false, ...measured, ...common }, options);
  }
  return prepareWAMessageMedia({ document: { stream }, fileName: media.name ?? 'arquivo', ...caption, ...common }, options);
};

/** As what a file can be sent: what phones do not show inline goes as a document. */
const sendableAs = (kind: string, mime: string, caption: string): 'image' | 'sticker' | 'video' | 'audio' | 'document' => {
  if (kind === 'image' && /^image\/(jpeg|png|webp)$/.test(mime)) return 'image';
  if (kind === 'video' && /^video\/(mp4|3gpp)$/.test(mime)) return 'video';
  // Stickers and sounds have no caption there.
  if (kind === 'sticker' && caption === '' && mime === 'image/webp') return 'sticker';
  if (kind === 'audio' && caption === '' && /^audio\/(mpeg|mp4|aac|ogg|amr)/.test(mime)) return 'audio';
  return 'document';
};
