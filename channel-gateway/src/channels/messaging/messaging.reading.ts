import type { Identity } from '@prosa/contracts';
import { linesOf, ourIdOf, partOf, partsOf, textOf, timeOf } from '../graph/graph.lines.ts';
import type { Entry, Reporting, Told, WebhookReader } from '../graph/graph.webhook.ts';
import { namedBy } from '../kernel/names.ts';
import type { Callbacks, MessageName } from '../provider.port.ts';
import { identityOf, type MessagingChannel } from './messaging.accounts.ts';
import { bringsOf, referralOf } from './messaging.content.ts';
import { messageIdOf } from './messaging.ids.ts';
import type { Names } from './messaging.names.ts';
import { digestOf, type MessagingSent } from './messaging.sent.ts';

type Part = Record<string, unknown>;
type Tools = { of: MessagingChannel; sent: MessagingSent; names: Names };
/** One event between a customer and the account. */
type Happened = { identity: Identity; person: string; at: string; event: Part };
type Context = Reporting & { callbacks: Callbacks; tools: Tools };

/** The webhooks of Messenger, or of Instagram. */
export const messagingReader = (tools: Tools): WebhookReader => ({
  object: tools.of.object,
  channel: tools.of.channel,
  provider: 'beta',
  accountOf: (entry) => textOf(entry.id),
  read: (entry) => read(entry, tools),
});

const read = (entry: Entry, tools: Tools): Told[] => {
  const account = textOf(entry.id);
  if (account === null) return [];
  // While another app has the conversation, its messages come as `standby`.
  return [...partsOf(entry.messaging), ...partsOf(entry.standby)].map((event): Told => {
    const [sender, recipient] = [textOf(partOf(event.sender).id), textOf(partOf(event.recipient).id)];
    const person = sender === account ? recipient : sender;
    if (person === null) throw new TypeError('An event without a person.');
    const identity = identityOf(tools.of, account, person);
    const happened: Happened = { identity, person, at: timeOf(Number(event.timestamp)), event };
    const report = ({ connection, house }: Reporting) =>
      reportEvent(happened, { connection, house, callbacks: house.callbacksOf(connection), tools });
    return { account, chat: person, raw: event, report };
  });
};

const reportEvent = async (happened: Happened, context: Context): Promise<void> => {
  const { event } = happened;
  const message = partOf(event.message);
  if (event.message !== undefined)
    return message.is_echo === true ? reportEcho(happened, message, context) : reportMessage(happened, message, context);
  if (event.postback !== undefined) return reportPostback(happened, partOf(event.postback), context);
  if (event.reaction !== undefined) return reportReaction(happened, partOf(event.reaction), context);
  if (event.message_edit !== undefined) return reportEdit(happened, partOf(event.message_edit), context);
  if (event.read !== undefined) return reportRead(happened, partOf(event.read), context);
  if (event.delivery !== undefined) return reportDelivery(happened, partOf(event.delivery), context);
};

const named = (mid: string, { connection, house }: Context): Promise<MessageName> =>
  namedBy((channelId) => house.ownIdOf(connection, channelId), messageIdOf(mid));
const midOf = (part: Part): string => {
  const mid = textOf(part.mid);
  if (mid === null) throw new TypeError('An event without its message.');
  return mid;
};

const reportMessage = async (happened: Happened, message: Part, context: Context): Promise<void> => {
  const { tools, connection, house } = context;
  const name = message.is_deleted === true ? '' : await tools.names(tools.of, happened.person, connection, house);
  return tell(happened, message, context, { name, own: false });
};

const tell = async (
  { identity, at }: Happened,
  message: Part,
  context: Context,
  { name, own }: { name: string; own: boolean },
): Promise<void> => {
  const { callbacks } = context;
  const channelId = messageIdOf(midOf(message));
  const identities: [Identity] = [identity];
  if (message.is_deleted === true) {
    const target = own ? await named(midOf(message), context) : { channelId };
    return callbacks.revoked({ identities, channelId: `${channelId.slice(0, 190)}/deleted`, target, at, own });
  }
  const quoted = textOf(partOf(message.reply_to).mid);
  const common = { identities, name, quoted: quoted === null ? null : await named(quoted, context), at, own };
  for (const [nth, brings] of bringsOf(message).entries())
    await callbacks.received({ ...common, ...brings, channelId: nth === 0 ? channelId : `${channelId.slice(0, 190)}/${nth}` });
};

/** A button that was pressed. Older ones have no id of their own: their time tells them apart. */
const reportPostback = async ({ identity, person, at, event }: Happened, postback: Part, context: Context): Promise<void> => {
  const { callbacks, tools, connection, house } = context;
  const [payload, title] = [textOf(postback.payload), textOf(postback.title)];
  const mid = textOf(postback.mid);
  const channelId = mid === null ? `postback/${person}/${String(event.timestamp)}` : messageIdOf(mid);
  const name = await tools.names(tools.of, person, connection, house);
  const choice = { id: payload ?? title ?? '-', title: title ?? payload ?? '-' };
  const source = referralOf(partOf(postback.referral));
  await callbacks.received({ identities: [identity], name, channelId, body: linesOf(source), choice, quoted: null, at });
};

const reportReaction = async ({ identity, at, event }: Happened, reaction: Part, context: Context): Promise<void> => {
  const mid = midOf(reaction);
  const emoji = reaction.action === 'unreact' ? '' : (textOf(reaction.emoji) ?? '❤️');
  await context.callbacks.reacted({
    identities: [identity],
    channelId: `${messageIdOf(mid).slice(0, 150)}/reaction/${String(event.timestamp)}`,
    target: await named(mid, context),
    emoji,
    at,
  });
};

const reportEdit = async ({ identity, at }: Happened, edit: Part, { callbacks }: Context): Promise<void> => {
  const channelId = messageIdOf(midOf(edit));
  await callbacks.edited({
    identities: [identity],
    channelId: `${channelId.slice(0, 150)}/edit/${String(edit.num_edit ?? at)}`,
    target: { channelId },
    body: textOf(edit.text) ?? '',
    at,
  });
};

/** Messenger tells until when everything is read; Instagram names the message. */
const reportRead = async ({ identity, at }: Happened, read_: Part, { callbacks, tools, connection }: Context): Promise<void> => {
  const mid = textOf(read_.mid);
  if (mid !== null) return callbacks.acknowledged([{ of: { channelId: messageIdOf(mid) }, ack: 4, at }]);
  const until = timeOf(Number(read_.watermark));
  await tools.sent.read(connection.id, identity.value, until, (messageIds) =>
    callbacks.acknowledged(messageIds.map((messageId) => ({ of: { messageId }, ack: 4, at }))),
  );
};

const reportDelivery = async ({ at }: Happened, { mids }: Part, { callbacks }: Context): Promise<void> => {
  const told = Array.isArray(mids) ? mids.filter((mid) => typeof mid === 'string') : [];
  if (told.length > 0) await callbacks.acknowledged(told.map((mid) => ({ of: { channelId: messageIdOf(mid) }, ack: 3, at })));
};

/**
 * What the account itself has sent. Of ours Messenger repeats our id; Instagram does not: there it is known by its own id, or else found
 * among what is on its way to that person. Everything else somebody wrote elsewhere, as in the page's own inbox.
 */
const reportEcho = async (happened: Happened, message: Part, context: Context): Promise<void> => {
  const { identity, at } = happened;
  const { callbacks, tools, connection, house } = context;
  const mirror = () => tell(happened, message, context, { name: '', own: true });
  if (message.is_deleted === true) return mirror();
  const channelId = messageIdOf(midOf(message));
  const token = (await house.secretsOf(connection))?.values.accessToken;
  const [attachment] = partsOf(message.attachments);
  const text = textOf(message.text);
  const part = text !== null ? { text } : attachment ? { attachment: textOf(attachment.type) ?? '' } : null;
  if (!token || !part) return;
  const digest = digestOf(part, token);
  const messageId = ourIdOf(message.metadata);
  if (messageId !== null) {
    if (await tools.sent.isLast(connection.id, messageId, digest)) await callbacks.settled({ messageId, channelId, at });
    return;
  }
  if (tools.of.channel === 'facebook') return mirror();
  if ((await house.ownIdOf(connection, channelId)) !== null) return;
  for (const sent of await tools.sent.endingWith(connection.id, identity.value, digest))
    if (await callbacks.settled({ messageId: sent, channelId, at })) return;
  if (!(await tools.sent.isEarlierPart(connection.id, identity.value, digest))) await mirror();
};
