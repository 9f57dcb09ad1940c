import { createHash } from 'node:crypto';
import { CONTEXT_WORDS, fields, type Inbound, kindLimits, limits, type MessageContext, type Place } from '@prosa/contracts';
import type { Connection, Done, MessageName, ReceivedMessage } from '../channels/provider.port.ts';
import type { Customer } from './inbound.publisher.ts';

/** As the bus takes it. */
const NAME_LENGTH = 200;
const ID_LENGTH = 200;

type Kinds = { [Name in 'place' | 'contacts' | 'call' | 'choice' | 'line']: ReceivedMessage[Name] | undefined };
type Done_ = Extract<Inbound, { kind: 'edit' | 'revoke' | 'reaction' }>;
type Own<One> = One extends Done_ ? Omit<One, keyof Extract<Inbound, { kind: 'revoke' }>> & Pick<One, 'kind'> : never;
/** An action on a message, without the connection and the fields of `Done`. */
export type DoneKind = Own<Done_>;

/** The content of a message that is neither text nor file, cut to what can be stored; null for a text or a file. */
export const keptKind = ({ place, contacts, call, choice, line }: Kinds) => {
  if (line) return { body: null, line };
  if (place) return { body: null, place: keptPlace(place) };
  if (contacts?.length) return { body: null, contacts: contacts.slice(0, kindLimits.cards).map(keptCard) };
  if (call) return { body: null, call };
  if (choice)
    return {
      body: null,
      choice: { id: cut(choice.id, kindLimits.choiceId) || '-', title: cut(choice.title, kindLimits.choiceTitle) || '-' },
    };
  return null;
};

const keptPlace = ({ latitude, longitude, name, address }: Place): Place => ({
  latitude,
  longitude,
  name: name && cut(name, kindLimits.name),
  address: address && cut(address, kindLimits.address),
});
const keptCard = ({ name, numbers }: NonNullable<ReceivedMessage['contacts']>[number]) => ({
  name: cut(name, kindLimits.name) || numbers[0] || '-',
  numbers: numbers.slice(0, kindLimits.numbers).map((number) => cut(number, 50)),
});
export const keptContext = ({ words, ...context }: MessageContext): MessageContext => ({
  ...context,
  words: cut(words, CONTEXT_WORDS),
});
/** A channel may send longer content than can be stored: it is cut, so that the message is not lost. */
export const cut = (text: string, max: number): string => fields.kept(text).slice(0, max).toWellFormed();
export const keptName = (name: string): string => cut(name, NAME_LENGTH);

/** The channel's id of a message. One that is too long is stored by its beginning and its hash, wherever it is named. */
export const keptId = (id: string): string => {
  const clean = fields.kept(id);
  if (clean.length <= ID_LENGTH) return clean;
  const hash = createHash('sha256').update(clean).digest('base64url');
  return `${cut(clean, ID_LENGTH - hash.length - 1)}/${hash}`;
};
export const keptTarget = (name: MessageName): MessageName =>
  'channelId' in name ? { channelId: keptId(name.channelId) } : name;

/** The names of what a customer came by that can be stored: one that was cut would name something else. */
export const keptRefs = (refs: readonly string[]): string[] =>
  refs.filter((ref) => ref.length <= limits.sourceRef && fields.storable(ref)).slice(0, limits.refs);

/** A group's member, with a name that can be stored. */
export const keptAuthor = ({ identities, name }: NonNullable<ReceivedMessage['author']>) => ({
  identities,
  name: keptName(name),
});

/** Converts an action on a message for `channel.inbound`. */
export const doneOf = (
  { id: connectionId, companyId }: Connection,
  { identities, author, own = false, channelId, target, at }: Done,
  what: DoneKind,
): { customer: Customer; value: Inbound } => ({
  customer: { connectionId, to: identities[0] },
  value: {
    companyId,
    connectionId,
    identities,
    ...(author && { author: keptAuthor(author) }),
    own,
    channelId: keptId(channelId),
    target: keptTarget(target),
    at,
    ...what,
  },
});
