import type { AccountNews } from '@prosa/contracts';
import { linesOf, partOf, textOf, timeOf } from '../graph/graph.lines.ts';
import { businessAccount, type Entry, type Told } from '../graph/graph.reader.ts';

type Part = Record<string, unknown>;
type News = Omit<AccountNews, 'at'>;

const news = (what: News['what'], word: string | null, of: string | null = null): News | null =>
  word === null ? null : { what, word, of };
const template = (word: unknown, { message_template_name, message_template_language }: Part): News | null =>
  news(
    'template',
    textOf(word),
    linesOf(textOf(message_template_name), textOf(message_template_language)).replace('\n', ', ') || null,
  );

/** News of a business account in webhooks, by field. Null: nothing that concerns who administers it. */
const FIELDS: Record<string, (value: Part) => News | null> = {
  account_update: ({ event, phone_number, ban_info, violation_info }) =>
    news(
      'account',
      textOf(partOf(violation_info).violation_type) ?? textOf(partOf(ban_info).waba_ban_state) ?? textOf(event),
      textOf(phone_number),
    ),
  account_review_update: ({ decision }) => news('account', textOf(decision)),
  account_alerts: ({ alert_type, alert_info }) => news('account', textOf(alert_type) ?? textOf(partOf(alert_info).alert_type)),
  business_capability_update: ({ max_daily_conversations_per_business: limit, max_daily_conversation_per_phone: each }) =>
    news('account', textOf(limit) ?? (typeof each === 'number' ? `TIER_${each}` : textOf(each))),
  phone_number_quality_update: ({ event, current_limit, display_phone_number }) =>
    news('quality', textOf(event) ?? textOf(current_limit), textOf(display_phone_number)),
  phone_number_name_update: ({ decision, display_phone_number }) =>
    news('account', textOf(decision), textOf(display_phone_number)),
  message_template_status_update: (value) => template(value.event, value),
  message_template_quality_update: (value) => template(value.new_quality_score, value),
  template_category_update: (value) => template(value.new_category, value),
};

/** Reads what a change tells of a business account, for all its numbers; nothing if it is about something else. */
export const readAccountChange = (entry: Entry, { field, value }: { field: string; value: Part }): Told[] => {
  const id = textOf(entry.id);
  const said = id === null ? null : FIELDS[field]?.(value);
  if (id === null || !said) return [];
  const told = { ...said, at: timeOf(Number(entry.time) * 1_000) };
  return [
    {
      account: businessAccount(id),
      chat: '',
      raw: { id, time: entry.time, changes: [{ field, value }] },
      report: ({ connection, services }) => services.callbacksOf(connection).accountTold(told),
    },
  ];
};
