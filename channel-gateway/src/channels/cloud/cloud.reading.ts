import type { Identity } from '@prosa/contracts';
import { failureOf, verdictOf } from '../graph/graph.errors.ts';
import { ourIdOf, partOf, partsOf, textOf, timeOf } from '../graph/graph.lines.ts';
import { type Entry, type Reporting, readPart, type Told, type WebhookReader } from '../graph/graph.reader.ts';
import { namedBy } from '../kernel/names.ts';
import type { Callbacks, ReceivedMessage } from '../provider.port.ts';
import { readAccountChange } from './cloud.account.ts';
import { contentOf } from './cloud.content.ts';
import type { CloudTemplates } from './cloud.templates.ts';

type Part = Record<string, unknown>;
type Renamed = Parameters<Callbacks['renamed']>[0];

const ACKS: Record<string, number> = { sent: 2, delivered: 3, read: 4, played: 5 };
const NUMBER = /^\d{4,30}$/;

/** The webhooks of WhatsApp's Cloud API: customers' messages, those that the company writes on its phone, calls, and what became of ours. */
export const cloudReader = (templates: Pick<CloudTemplates, 'note'>): WebhookReader => ({
  object: 'whatsapp_business_account',
  channel: 'whatsapp',
  provider: 'cloud',
  accountOf: (entry) => accountsOf(entry)[0] ?? null,
  read: (entry) => changesOf(entry).flatMap((change) => [...readChange(change), ...readAccountChange(entry, change, templates)]),
});

const changesOf = (entry: Entry): { field: string; value: Part }[] =>
  partsOf(entry.changes).map(({ field, value }) => ({ field: textOf(field) ?? '', value: partOf(value) }));
const accountOf = (value: Part): string | null => textOf(partOf(value.metadata).phone_number_id);
const accountsOf = (entry: Entry): string[] => changesOf(entry).flatMap(({ value }) => accountOf(value) ?? []);

const readChange = ({ field, value }: { field: string; value: Part }): Told[] => {
  const account = accountOf(value);
  if (account === null) return [];
  const contacts = partsOf(value.contacts);
  const { metadata } = value;
  const of = (part: Part): Of => ({
    account,
    raw: { changes: [{ field, value: { metadata, ...(contacts.length > 0 && { contacts }), ...part } }] },
  });
  const each = (name: string, read: (told: Of, part: Part) => Told[]): Told[] =>
    partsOf(value[name]).flatMap((part) => {
      const told = of({ [name]: [part] });
      return readPart(told, () => read(told, part));
    });
  if (field === 'calls') return each('calls', (told, call) => readCall(told, call, contacts));
  if (field === 'smb_message_echoes')
    return each('message_echoes', (told, message) => [readMessage(told, message, recipientOf(message), true)]);
  if (field === 'user_preferences')
    return each('user_preferences', (told, preference) => readPreference(told, preference, contacts));
  if (field !== 'messages') return [];
  return [
    ...each('messages', (told, message) => [readMessage(told, message, customerOf(message, contacts))]),
    ...each('statuses', readStatus),
  ];
};
type Of = Pick<Told, 'account' | 'raw'>;

/** The customer who wrote: by number where there is one, and by the id that only this business knows. */
const customerOf = ({ from, from_user_id }: Part, contacts: Part[]): Customer | null => {
  const contact =
    contacts.find(
      ({ wa_id, user_id }) => (wa_id !== undefined && wa_id === from) || (user_id !== undefined && user_id === from_user_id),
    ) ?? (contacts.length === 1 ? contacts[0]! : {});
  const bsuid = textOf(from_user_id) ?? textOf(contact.user_id);
  return identified([from, contact.wa_id], bsuid, textOf(partOf(contact.profile).name) ?? '');
};
/** To whom the company itself wrote, on its phone. */
const recipientOf = ({ to, to_user_id }: Part): Customer | null => identified([to], textOf(to_user_id), '');

type Customer = { identities: [Identity, ...Identity[]]; name: string };
const identified = (numbers: unknown[], bsuid: string | null, name: string): Customer | null => {
  const number = numbers.map(textOf).find((value) => value !== null && NUMBER.test(value));
  const identities: Identity[] = [
    ...(number ? [{ kind: 'phone' as const, value: number }] : []),
    ...(bsuid ? [{ kind: 'bsuid' as const, value: bsuid }] : []),
  ];
  const [first, ...others] = identities;
  return first ? { identities: [first, ...others], name } : null;
};

/** `own`: written by the company itself, on its phone. */
const readMessage = (of: Of, message: Part, customer: Customer | null, own = false): Told => {
  const id = textOf(message.id);
  if (!customer || id === null) throw new TypeError('A message without sender or id.');
  // A conversation of several people has no place in one with a customer.
  if (message.group_id !== undefined) throw new TypeError('A message of a group.');
  const { identities, name } = customer;
  const at = timeOf(Number(message.timestamp) * 1_000);
  const told = { ...of, chat: identities[0].value };
  const change = own ? null : changeOf(message, customer);
  if (change)
    return { ...told, report: ({ connection, services }) => services.callbacksOf(connection).renamed({ ...change, at }) };
  const content = contentOf(message);
  const named = ({ connection, services }: Reporting, channelId: string) =>
    namedBy((sent) => services.ownIdOf(connection, sent), channelId);
  if (content.kind === 'message') {
    const quoted = textOf(partOf(message.context).id);
    const messages = async (to: Reporting): Promise<ReceivedMessage[]> => [
      {
        identities,
        name,
        channelId: id,
        ...content.brings,
        quoted: quoted === null ? null : await named(to, quoted),
        ...(isForwarded(partOf(message.context)) && { forwarded: true }),
        at,
        own,
      },
    ];
    return { ...told, messages };
  }
  const report = async (to: Reporting): Promise<void> => {
    if (content.target === '') throw new TypeError('An action without its message.');
    const callbacks = to.services.callbacksOf(to.connection);
    const done = { identities, channelId: id, target: await named(to, content.target), at, own };
    if (content.kind === 'edit') return callbacks.edited({ ...done, body: content.body });
    if (content.kind === 'revoke') return callbacks.revoked(done);
    return callbacks.reacted({ ...done, emoji: content.emoji });
  };
  return { ...told, report };
};

const isForwarded = ({ forwarded, frequently_forwarded }: Part): boolean => forwarded === true || frequently_forwarded === true;

/** A change that WhatsApp itself reports of a customer: another number, or another id. Null: something else. */
const changeOf = ({ type, system }: Part, { identities }: Customer): Pick<Renamed, 'was' | 'is'> | null => {
  const { type: what, wa_id, user_id, previous_user_id } = partOf(system);
  if (type !== 'system' || (what !== 'user_changed_number' && what !== 'user_changed_user_id')) return null;
  const previous = textOf(previous_user_id);
  const is = identified([wa_id], textOf(user_id), '')?.identities;
  if (!is) throw new TypeError('A change of nothing.');
  const isNew = (one: Identity) => !is.some(({ kind, value }) => kind === one.kind && value === one.value);
  const [first, ...others] = [...identities, ...(previous ? [{ kind: 'bsuid' as const, value: previous }] : [])].filter(isNew);
  if (!first) throw new TypeError('A change of nobody.');
  return { was: [first, ...others], is };
};

/** Prosa takes no calls: each that has ended was missed. */
const readCall = (of: Of, call: Part, contacts: Part[]): Told[] => {
  const customer = customerOf(call, contacts);
  const id = textOf(call.id);
  if (call.event !== 'terminate' || call.direction === 'BUSINESS_INITIATED' || !customer || id === null) return [];
  const { identities, name } = customer;
  const at = timeOf(Number(call.timestamp) * 1_000);
  const missed: ReceivedMessage = { identities, name, channelId: id, body: '', call: { kind: 'voice' }, quoted: null, at };
  return [{ ...of, chat: identities[0].value, messages: async () => [missed] }];
};

/** Whether the customer wants marketing messages, as they told WhatsApp. */
const readPreference = (of: Of, preference: Part, contacts: Part[]): Told[] => {
  const { wa_id, user_id, category, value, timestamp } = preference;
  if (category !== 'marketing_messages' || (value !== 'stop' && value !== 'resume')) return [];
  const customer = customerOf({ from: wa_id, from_user_id: user_id }, contacts);
  if (!customer) throw new TypeError('A preference of nobody.');
  const { identities } = customer;
  const said = { identities, optedOut: value === 'stop', at: timeOf(Number(timestamp) * 1_000) };
  return [
    { ...of, chat: identities[0].value, report: ({ connection, services }) => services.callbacksOf(connection).preferred(said) },
  ];
};

/** The error of a marketing message to somebody who wants none. */
const OPTED_OUT = 131_050;

/** `biz_opaque_callback_data` is our own id of the message: the status proves that it was sent, also when the answer was lost. */
const readStatus = (told: Of, status: Part): Told[] => {
  const id = textOf(status.id);
  const kind = textOf(status.status) ?? '';
  if (id === null || (kind !== 'failed' && ACKS[kind] === undefined)) return [];
  const messageId = ourIdOf(status.biz_opaque_callback_data);
  const of = messageId === null ? { channelId: id } : { messageId };
  const at = timeOf(Number(status.timestamp) * 1_000);
  const report = async ({ connection, services }: Reporting): Promise<void> => {
    const callbacks = services.callbacksOf(connection);
    if (kind === 'failed') {
      const { code } = partsOf(status.errors)[0] ?? {};
      const recipient = identified([status.recipient_id], textOf(status.recipient_user_id), '');
      if (Number(code) === OPTED_OUT && recipient)
        await callbacks.preferred({ identities: recipient.identities, optedOut: true, at });
      const reason = failureOf(verdictOf({ code: Number(code ?? 0), subcode: null }));
      return callbacks.failed({ of, reason, at });
    }
    if (messageId !== null) await callbacks.settled({ messageId, channelId: id, at });
    await callbacks.acknowledged([{ of, ack: ACKS[kind]!, at }]);
  };
  return [{ ...told, chat: textOf(status.recipient_id) ?? id, report }];
};
