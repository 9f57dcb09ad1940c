import { type GraphClient, GraphError, NoAnswer } from '../graph/graph.client.ts';
import { verdictOf } from '../graph/graph.errors.ts';
import { textOf } from '../graph/graph.lines.ts';
import type { Account } from '../graph/graph.session.ts';
import { type Held, type OutgoingMessage, Permanent } from '../provider.port.ts';
import { type MessagingChannel, personOf } from './messaging.accounts.ts';
import { messageIdOf } from './messaging.ids.ts';
import { digestOf, type MessagingSent } from './messaging.sent.ts';

type Part = { text: string } | { attachment: 'image' | 'video' | 'audio' | 'file'; url: string };
type FileRule = readonly [Extract<Part, { url: string }>['attachment'], RegExp, number];

const MB = 1024 * 1024;
/** What each channel takes as what, and up to how many bytes. */
const FILES: Record<MessagingChannel['channel'], readonly FileRule[]> = {
  facebook: [
    ['image', /^image\/(jpeg|png|gif)$/, 8 * MB],
    ['video', /^video\//, 25 * MB],
    ['audio', /^audio\//, 25 * MB],
    ['file', /./, 25 * MB],
  ],
  instagram: [
    ['image', /^image\/(jpeg|png|gif)$/, 8 * MB],
    ['video', /^video\/(mp4|ogg|webm|quicktime)/, 25 * MB],
    ['audio', /^audio\/(aac|mp4|x-m4a|wav)/, 25 * MB],
    ['file', /^application\/pdf$/, 25 * MB],
  ],
};
const LONGEST_FACEBOOK = 2_000;
const LONGEST_INSTAGRAM_BYTES = 1_000;

/**
 * Sends a message of a page or account: a file and its caption, and a long text, go as several of the channel's. What has left is noted, so
 * that another try goes on behind it. After the customer's hours a person's message goes with Meta's tag for that, if the app may use it.
 */
export const sendMessaging = async (
  message: OutgoingMessage,
  {
    of,
    account,
    client,
    sent,
    connectionId,
    linkTo,
    publicUrl,
    signal,
  }: {
    of: MessagingChannel;
    account: Account;
    client: GraphClient;
    sent: MessagingSent;
    connectionId: string;
    linkTo: Held['linkTo'];
    publicUrl: string | null;
    signal: AbortSignal;
  },
): Promise<{ channelId: string }> => {
  const { messageId, to, byPerson } = message;
  const parts = partsOf(message, of, (mediaId) => (publicUrl === null ? null : `${publicUrl}${linkTo(mediaId)}`));
  const digests = parts.map((part) => digestOf(part, account.token));
  const before = await sent.begin(connectionId, { messageId, chat: to.value, digests });
  // All of them have left, but that was not noted with the message: its id is not known.
  if (before >= parts.length) throw new NoAnswer('The message has left.');
  const post = async (part: Part, tag: boolean): Promise<string> => {
    const body = {
      recipient: { id: personOf(to) },
      ...(tag ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
      message: {
        ...('text' in part
          ? { text: part.text }
          : { attachment: { type: part.attachment, payload: { url: part.url, is_reusable: false } } }),
        ...(of.channel === 'facebook' && { metadata: messageId }),
      },
    };
    const path = of.channel === 'facebook' ? `${account.id}/messages` : 'me/messages';
    const mid = textOf((await client.post(path, { token: account.token, body, signal })).message_id);
    if (mid === null) throw new NoAnswer('The answer names no message.');
    return messageIdOf(mid);
  };
  let channelId = '';
  for (const [nth, part] of [...parts.entries()].slice(before)) {
    channelId = await post(part, false).catch((error: unknown) => {
      const isLate = error instanceof GraphError && verdictOf(error) === 'window';
      if (!isLate || !byPerson) throw error;
      // Without the permission for the tag it is the window that matters.
      return post(part, true).catch((again: unknown) => {
        throw again instanceof GraphError ? error : again;
      });
    });
    await sent.left(connectionId, messageId, nth + 1).catch((cause: unknown) => {
      // It has left, and a try that does not know that would send it again.
      if (nth + 1 < parts.length) throw new NoAnswer('What has left could not be noted.', { cause });
    });
  }
  return { channelId };
};

const partsOf = (
  { body, media }: OutgoingMessage,
  { channel }: MessagingChannel,
  linkOf: (mediaId: string) => string | null,
): Part[] => {
  const texts = splitText(body, channel).map((text) => ({ text }));
  if (!media) return texts;
  const rule = FILES[channel].find(
    ([as, types, most]) =>
      types.test(media.mime) &&
      (media.bytes ?? 0) <= most &&
      (as === 'file' || as === (media.kind === 'sticker' ? 'image' : media.kind)),
  );
  const url = linkOf(media.mediaId);
  if (!rule || url === null) throw new Permanent('The channel does not take the file.', { reason: 'media' });
  return [{ attachment: rule[0], url }, ...texts];
};

/** Splits a text at the limit of the channel, between words where there are any. */
export const splitText = (text: string, channel: MessagingChannel['channel']): string[] => {
  const fits = (part: string): boolean =>
    channel === 'facebook' ? part.length <= LONGEST_FACEBOOK : Buffer.byteLength(part) <= LONGEST_INSTAGRAM_BYTES;
  const parts: string[] = [];
  let rest = text.trim() === '' ? '' : text;
  while (rest !== '' && !fits(rest)) {
    let length = channel === 'facebook' ? LONGEST_FACEBOOK : LONGEST_INSTAGRAM_BYTES;
    while (!fits(rest.slice(0, length))) length -= 1;
    const space = Math.max(rest.lastIndexOf(' ', length), rest.lastIndexOf('\n', length));
    let at = space > length / 2 ? space : length;
    // Not between the halves of a character.
    if (/[\uD800-\uDBFF]$/.test(rest.slice(0, at))) at -= 1;
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
};
