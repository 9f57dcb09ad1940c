import { abilitiesOf, carriedAs, type Identity, type MediaKind, splitText } from '@prosa/contracts';
import { type GraphClient, GraphError, NoAnswer } from '../graph/graph.client.ts';
import { verdictOf } from '../graph/graph.errors.ts';
import { shortened, textOf } from '../graph/graph.lines.ts';
import type { Account } from '../graph/graph.session.ts';
import { type Held, type OutgoingMessage, Permanent } from '../provider.port.ts';
import { type MessagingChannel, personOf } from './messaging.accounts.ts';
import { messageIdOf } from './messaging.ids.ts';
import { digestOf, type MessagingSent } from './messaging.sent.ts';

type Part =
  | { text: string; choices?: { id: string; title: string }[] }
  | { attachment: 'image' | 'video' | 'audio' | 'file'; url: string };

const ATTACHMENTS: Record<MediaKind, Extract<Part, { url: string }>['attachment']> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'file',
};

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
          ? { text: part.text, ...(part.choices && { quick_replies: part.choices.map(quickReply) }) }
          : { attachment: { type: part.attachment, payload: { url: part.url, is_reusable: false } } }),
        ...(of.channel === 'facebook' && { metadata: messageId }),
      },
    };
    const mid = textOf((await client.post(pathOf(of, account), { token: account.token, body, signal })).message_id);
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

const pathOf = ({ channel }: MessagingChannel, { id }: Account): string =>
  channel === 'facebook' ? `${id}/messages` : 'me/messages';

/** Tells a person that what they wrote was seen: Meta marks all of it. */
export const markSeen = (
  client: GraphClient,
  of: MessagingChannel,
  account: Account,
  { to, signal }: { to: Identity; signal: AbortSignal },
): Promise<unknown> => {
  const body = { recipient: { id: personOf(to) }, sender_action: 'mark_seen' };
  return client.post(pathOf(of, account), { token: account.token, body, signal });
};

/** How much of a choice's title is shown. */
const LONGEST_TITLE = 20;
const quickReply = ({ id, title }: { id: string; title: string }): object => ({
  content_type: 'text',
  title: shortened(title, LONGEST_TITLE),
  payload: id,
});

const partsOf = (
  { body, media, choices }: OutgoingMessage,
  { channel }: MessagingChannel,
  linkOf: (mediaId: string) => string | null,
): Part[] => {
  const abilities = abilitiesOf(channel);
  const texts = (body.trim() === '' ? [] : splitText(body, abilities.longestText)).map((text, nth, all) => ({
    text,
    ...(choices && nth === all.length - 1 && { choices: choices.choices }),
  }));
  if (!media) return texts;
  const as = carriedAs(abilities, media);
  const url = linkOf(media.mediaId);
  if (as === 'link' || url === null) throw new Permanent('The channel does not take the file.', { reason: 'media' });
  return [{ attachment: ATTACHMENTS[as], url }, ...texts];
};
