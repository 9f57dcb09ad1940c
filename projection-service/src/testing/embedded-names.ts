import {
  connectionEmbeds,
  type Embeds,
  embedded,
  messageEmbeds,
  type PushChannel,
  scheduleEmbeds,
  ticketEmbeds,
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
  schedule: scheduleEmbeds,
};
const hosts = Object.entries(embeds) as unknown as [PushChannel, Embeds<View>][];

/** The channels of the records embedded in the records of these channels. */
export const embeddedIn = (channels: readonly PushChannel[]): PushChannel[] =>
  hosts.flatMap(([host, of]) => (channels.includes(host) ? (Object.keys(of) as PushChannel[]) : []));

/** The channels whose records embed records of this channel. Deleting a ticket removes its messages and notes too. */
export const hostsOf = (channel: PushChannel): PushChannel[] =>
  hosts.flatMap(([host, of]) =>
    channel in of || (channel === 'ticket' && (host === 'appMessage' || host === 'ticketNote')) ? [host] : [],
  );

/** What a screen does with a push whose record is embedded in others. Deleting a ticket removes its messages and notes too. */
export const renames: NonNullable<Law['joins']> = (screen: Screen, { channel, id }, record) => {
  if (channel === 'ticket' && !record)
    for (const within of ['appMessage', 'ticketNote'])
      for (const one of (screen.get(within) ?? new Map<string, View>()).values())
        if (one.ticketId === id) screen.get(within)?.delete(one.id as string);
  for (const [host, of] of hosts) {
    const views = screen.get(host) ?? new Map<string, View>();
    for (const [at, view] of views)
      views.set(
        at,
        embedded(of, view, { channel, id, record }, (peer) => views.get(peer)),
      );
  }
};
