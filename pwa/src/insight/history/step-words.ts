import type { HistoryEntry } from '@prosa/contracts';
import { tags } from '../../desk/tags/tags.slice.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import type { TextsOf } from '../../kernel/i18n/dictionary.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { users } from '../../people/users/users.slice.ts';
import { isAutomatic, rows, type Step, type TicketEvent } from './steps.ts';

/** What a line says: a text with bold parts, its values, and further texts below it. */
export type Words = { text: string; values: Record<string, string>; below: string[] };
type Data = Record<string, unknown>;
type Names = {
  user: (id: unknown) => string;
  queue: (id: unknown) => string;
  tags: (ids: unknown) => string;
  until: (at: unknown) => string;
};
type Of = { step: Step; data: Data; count: number; names: Names; t: TextsOf<'history'> };

/** Chooses the form of a text by a number; who did it is filled in later, in bold. */
const counted = (count: number) => ({ count, by: '{{by}}' });

/** What is said of an event, where more than its own text is. */
const more: Partial<Record<TicketEvent, (of: Of) => Partial<Omit<Words, 'text'>> & { text?: string }>> = {
  TicketOpened: ({ data, names, t }) => ({ below: data.queueId ? [t('inQueue', { queue: names.queue(data.queueId) })] : [] }),
  TicketQueued: ({ data, names }) => ({ values: { queue: names.queue(data.queueId) } }),
  TicketAccepted: ({ data, step, names, t }) =>
    data.userId === step.last.actor.id ? {} : { text: t('given'), values: { to: names.user(data.userId) } },
  TicketTransferred: ({ data, names, t }) => ({
    values: { to: data.userId ? names.user(data.userId) : t('queueNamed', { queue: names.queue(data.queueId) }) },
    below: data.userId && data.queueId ? [t('inQueue', { queue: names.queue(data.queueId) })] : [],
  }),
  TicketClosed: ({ data, t }) => ({ below: [t(data.ratingAsked ? 'withRating' : 'withoutRating')] }),
  TicketReopened: ({ data, names, t }) => ({ below: data.queueId ? [t('inQueue', { queue: names.queue(data.queueId) })] : [] }),
  TicketTagged: ({ data, names, t }) =>
    (data.tagIds as string[]).length === 0 ? { text: t('untagged') } : { values: { tags: names.tags(data.tagIds) } },
  TicketSnoozed: ({ data, names }) => ({ values: { until: names.until(data.until) } }),
  MessageAcknowledged: ({ data, count, t }) => {
    const ack = data.ack as number;
    return { text: t(ack >= 4 ? 'receiptRead' : ack === 3 ? 'receiptDelivered' : 'receiptTaken', counted(count)) };
  },
  MessagesRead: ({ step, t }) => {
    const count = step.entries.reduce((sum, { data }) => sum + ((data.messageIds as unknown[] | undefined)?.length ?? 0), 0);
    return { text: t('event-MessagesRead', counted(count)) };
  },
  MessageReacted: ({ data, t }) =>
    data.emoji === '' ? { text: t('unreacted') } : { values: { emoji: String(data.emoji ?? data.body ?? '') } },
  RatingGiven: ({ data }) => ({ values: { rating: String(data.rating) } }),
};

/** The words of messages, as they were said. */
const saidIn = ({ type, data }: HistoryEntry): string[] =>
  /^(Message(Received|Mirrored|Filled|Sent|Observed|Edited)|RatingCommented)$/.test(type) &&
  typeof data.body === 'string' &&
  data.body !== ''
    ? [data.body]
    : [];

/** Says what happened. Queues, users and tags have the names of today. */
export const useStepWords = () => {
  const { t } = useTexts('history');
  const { dateTime } = useFormat();
  const named = <One extends { id: string; name: string | null }>(all: readonly One[], gone: string) => {
    const byId = new Map(all.map(({ id, name }) => [id, name]));
    return (id: unknown): string => byId.get(String(id)) ?? gone;
  };
  const ofTag = named(tags.useAll(), t('goneTag'));
  const names: Names = {
    user: named(users.useAll(), t('formerUser')),
    queue: named(queues.useAll(), t('goneQueue')),
    tags: (ids) => (ids as string[]).map(ofTag).join(', '),
    until: (at) => dateTime(String(at)),
  };
  const who = (entry: HistoryEntry): string =>
    isAutomatic(entry) ? t('actor-system') : (entry.actor.name ?? t(`actor-${entry.actor.kind}`));
  const wordsOf = (step: Step): Words => {
    const { type, entries, last } = step;
    const count = entries.length;
    const said = more[type]?.({ step, data: last.data, count, names, t });
    return {
      text: said?.text ?? (rows.has(type) ? t(`event-${type}`, counted(count)) : t(`event-${type}`)),
      values: { by: who(last), count: String(count), ...said?.values },
      below: said?.below ?? entries.flatMap(saidIn),
    };
  };
  return { who, wordsOf };
};
