import {
  campaignEmbeds,
  cardEmbeds,
  chatEmbeds,
  chatMessageEmbeds,
  connectionEmbeds,
  contactListItemEmbeds,
  type Embeds,
  embedded,
  messageEmbeds,
  type PushChannel,
  scheduleEmbeds,
  ticketEmbeds,
  ticketLineEmbeds,
  ticketNoteEmbeds,
  userEmbeds,
} from '@prosa/contracts';
import type { Law, Screen } from './law.ts';

type View = Record<string, unknown>;
/** The embeds by the channel of the records that contain others. */
const embeds = {
  ticket: ticketEmbeds,
  user: userEmbeds,
  whatsapp: connectionEmbeds,
  appMessage: messageEmbeds,
  ticketNote: ticketNoteEmbeds,
  ticketLine: ticketLineEmbeds,
  schedule: scheduleEmbeds,
  campaign: campaignEmbeds,
  chat: chatEmbeds,
  'chat-message': chatMessageEmbeds,
  'contact-list-item': contactListItemEmbeds,
  card: cardEmbeds,
};
const hosts = Object.entries(embeds) as unknown as [PushChannel, Embeds<View>][];

/** The channels of the records embedded in the records of these channels. */
export const embeddedIn = (channels: readonly PushChannel[]): PushChannel[] =>
  hosts.flatMap(([host, of]) => (channels.includes(host) ? (Object.keys(of) as PushChannel[]) : []));

/** Channels whose records are removed with a record of this channel, and the field by which they name it. */
const within: Partial<Record<PushChannel, readonly [PushChannel, string][]>> = {
  ticket: [
    ['appMessage', 'ticketId'],
    ['ticketNote', 'ticketId'],
    ['ticketLine', 'ticketId'],
  ],
  chat: [['chat-message', 'chatId']],
};

/** The channels whose records embed records of this channel, or are removed with them. */
export const hostsOf = (channel: PushChannel): PushChannel[] =>
  hosts.flatMap(([host, of]) => (channel in of || within[channel]?.some(([inner]) => inner === host) ? [host] : []));

/** Applies a push to the records that embed its record. With a ticket go its messages, lines and notes, with a chat its messages. */
export const renames: NonNullable<Law['joins']> = (screen: Screen, { channel, id }, record) => {
  for (const [inner, field] of record ? [] : (within[channel] ?? []))
    for (const one of (screen.get(inner) ?? new Map<string, View>()).values())
      if (one[field] === id) screen.get(inner)?.delete(one.id as string);
  for (const [host, of] of hosts) {
    const views = screen.get(host) ?? new Map<string, View>();
    for (const [at, view] of views)
      views.set(
        at,
        embedded(of, view, { channel, id, record }, (peer) => views.get(peer)),
      );
  }
};
