import type { Identity } from '@prosa/contracts';
import { asLine, CANNOT_SHOW, ourIdOf, partOf, partsOf, textOf, timeOf, withSource } from '../graph/graph.lines.ts';
import { type Entry, type Reporting, readPart, type Told, type WebhookReader } from '../graph/graph.reader.ts';
import { namedBy } from '../kernel/names.ts';
import type { Callbacks, MessageName, ReceivedMessage } from '../provider.port.ts';
import { identityOf, type MessagingChannel } from './messaging.accounts.ts';
import { bringsOf, referralOf, referralRefs } from './messaging.content.ts';
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
  return [...partsOf(entry.messaging), ...partsOf(entry.standby), ...changesOf(entry)].flatMap((event) => {
    const part = { account, raw: { id: account, messaging: [event] } };
    return readPart(part, () => [readEvent(part, event, tools)]);
  });
};

/** The form in which Instagram's own sign-in tells events, like the test button of Meta's dashboard. Other changes are of posts and pages. */
const changesOf = (entry: Entry): Part[] =>
  partsOf(entry.changes).flatMap(({ field, value }) => (/^(messag|standby)/.test(textOf(field) ?? '') ? [partOf(value)] : []));

/** Events are told in milliseconds; in changes Instagram writes seconds. */
const eventTime = (told: unknown): string => timeOf(Number(told) * (Number(told) < 100_000_000_000 ? 1_000 : 1));

const readEvent = (part: Pick<Told, 'account' | 'raw'>, event: Part, tools: Tools): Told => {
  const { account } = part;
  const [sender, recipient] = [textOf(partOf(event.sender).id), textOf(partOf(event.recipient).id)];
  const person = sender === account ? recipient : sender;
  if (person === null) throw new TypeError('An event without a person.');
  const identity = identityOf(tools.of, account, person);
  const happened: Happened = { identity, person, at: eventTime(event.timestamp), event };
  const contextOf = ({ connection, services }: Reporting): Context => ({
    connection,
    services,
    callbacks: services.callbacksOf(connection),
    tools,
  });
  const told = { ...part, chat: person };
  const messages = messagesIn(happened);
  if (messages) return { ...told, messages: (to) => messages(contextOf(to)) };
  return { ...told, report: (to) => reportEvent(happened, contextOf(to)) };
};

/** A customer's messages or pressed button; null if the event is something else. */
const messagesIn = (happened: Happened): ((context: Context) => Promise<ReceivedMessage[]>) | null => {
  const { event, person } = happened;
  const message = partOf(event.message);
  const nameOf = ({ tools, connection, services }: Context) => tools.names(tools.of, person, connection, services);
  if (event.message !== undefined && message.is_echo !== true && message.is_deleted !== true)
    return async (context) => messagesOf(happened, message, context, { name: await nameOf(context), own: false });
  if (event.postback !== undefined && event.message === undefined)
    return async (context) => [pressed(happened, partOf(event.postback), await nameOf(context))];
  if (event.referral !== undefined && event.message === undefined)
    return async (context) => [cameBy(happened, partOf(event.referral), await nameOf(context))];
  return null;
};

const reportEvent = async (happened: Happened, context: Context): Promise<void> => {
  const { event } = happened;
  const message = partOf(event.message);
  if (event.message !== undefined)
    return message.is_echo === true ? reportEcho(happened, message, context) : reportDeleted(happened, message, context, false);
  if (event.reaction !== undefined) return reportReaction(happened, partOf(event.reaction), context);
  if (event.message_edit !== undefined) return reportEdit(happened, partOf(event.message_edit), context);
  if (event.optin !== undefined) return reportPreference(happened, partOf(event.optin), context);
  if (event.read !== undefined) return reportRead(happened, partOf(event.read), context);
  if (event.delivery !== undefined) return reportDelivery(happened, partOf(event.delivery), context);
};

const named = (mid: string, { connection, services }: Context): Promise<MessageName> =>
  namedBy((channelId) => services.ownIdOf(connection, channelId), messageIdOf(mid));
const midOf = (part: Part): string => {
  const mid = textOf(part.mid);
  if (mid === null) throw new TypeError('An event without its message.');
  return mid;
};

const messagesOf = async (
  { identity, at }: Happened,
  message: Part,
  context: Context,
  who: { name: string; own: boolean },
): Promise<ReceivedMessage[]> => {
  const channelId = messageIdOf(midOf(message));
  const quoted = textOf(partOf(message.reply_to).mid);
  const identities: [Identity] = [identity];
  const common = { identities, ...who, quoted: quoted === null ? null : await named(quoted, context), at };
  return bringsOf(message).map((brings, nth) => ({
    ...common,
    ...brings,
    ...(nth === 0 && referralRefs(partOf(message.referral))),
    channelId: nth === 0 ? channelId : `${channelId.slice(0, 190)}/${nth}`,
  }));
};

const reportDeleted = async ({ identity, at }: Happened, message: Part, context: Context, own: boolean): Promise<void> => {
  const mid = midOf(message);
  const channelId = messageIdOf(mid);
  const target = own ? await named(mid, context) : { channelId };
  const identities: [Identity] = [identity];
  await context.callbacks.revoked({ identities, channelId: `${channelId.slice(0, 190)}/deleted`, target, at, own });
};

/** A button that was pressed. Older ones have no id of their own: their time tells them apart. */
const pressed = ({ identity, person, at, event }: Happened, postback: Part, name: string): ReceivedMessage => {
  const [payload, title] = [textOf(postback.payload), textOf(postback.title)];
  const mid = textOf(postback.mid);
  const channelId = mid === null ? `postback/${person}/${String(event.timestamp)}` : messageIdOf(mid);
  const choice = { id: payload ?? title ?? '-', title: title ?? payload ?? '-' };
  const referral = partOf(postback.referral);
  const brings = { ...withSource({ body: '', choice }, referralOf(referral)), ...referralRefs(referral) };
  return { identities: [identity], name, channelId, ...brings, quoted: null, at };
};

/** Somebody who has written before came again, by a link or an advertisement, and has written nothing yet. */
const cameBy = ({ identity, person, at, event }: Happened, referral: Part, name: string): ReceivedMessage => ({
  identities: [identity],
  name,
  channelId: `referral/${person}/${String(event.timestamp)}`,
  body: referralOf(referral) || textOf(referral.source) || CANNOT_SHOW,
  ...referralRefs(referral),
  quoted: null,
  at,
});

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

/** Whether the customer wants the marketing messages that they had asked for. */
const reportPreference = async ({ identity, at }: Happened, optin: Part, { callbacks }: Context): Promise<void> => {
  const status = optin.notification_messages_status;
  if (status === 'STOP_NOTIFICATIONS' || status === 'RESUME_NOTIFICATIONS')
    await callbacks.preferred({ identities: [identity], optedOut: status === 'STOP_NOTIFICATIONS', at });
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
 * Reports a message that the account itself has sent. Messenger repeats our id of ours; Instagram does not: there it is known by
 * its own id, or else found among those on their way to that person. All others were written elsewhere, as in the page's own
 * inbox.
 */
const reportEcho = async (happened: Happened, message: Part, context: Context): Promise<void> => {
  const { identity, at } = happened;
  const { callbacks, tools, connection, services } = context;
  if (message.is_deleted === true) return reportDeleted(happened, message, context, true);
  const mirror = async () =>
    callbacks.received((await messagesOf(happened, message, context, { name: '', own: true })).map(asLine));
  const channelId = messageIdOf(midOf(message));
  const token = (await services.secretsOf(connection))?.values.accessToken;
  const [attachment] = partsOf(message.attachments);
  const text = textOf(message.text);
  const part = text !== null ? { text } : attachment ? { attachment: textOf(attachment.type) ?? '' } : null;
  // A message with neither text nor file is none of ours.
  const digest = token && part ? digestOf(part, token) : null;
  const messageId = ourIdOf(message.metadata);
  // Other systems may put ids of their own there.
  if (messageId !== null && (await services.wasSent(connection, messageId))) {
    if (digest !== null && (await tools.sent.isLast(connection.id, messageId, digest)))
      await callbacks.settled({ messageId, channelId, at });
    return;
  }
  if (tools.of.channel === 'facebook') return mirror();
  if ((await services.ownIdOf(connection, channelId)) !== null) return;
  if (digest === null) return mirror();
  for (const sent of await tools.sent.endingWith(connection.id, identity.value, digest))
    if (await callbacks.settled({ messageId: sent, channelId, at })) return;
  if (await tools.sent.isEarlierPart(connection.id, identity.value, digest)) return;
  // The same echo, delivered twice at once, may have settled it since.
  if ((await services.ownIdOf(connection, channelId)) === null) await mirror();
};
