import type { AccountNews } from '@prosa/contracts';
import { linesOf, partOf, textOf, timeOf } from '../graph/graph.lines.ts';
import { businessAccount, type Entry, type Told } from '../graph/graph.reader.ts';
import type { Categorized, CloudTemplates } from './cloud.templates.ts';

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

/** The event of an account that has accepted the terms of marketing messages. */
const TERMS_ACCEPTED = 'MM_LITE_TERMS_SIGNED';

/** The category that news of a template tell. */
const categoryIn = (value: Part): Categorized[] => {
  const name = textOf(value.message_template_name);
  const language = textOf(value.message_template_language);
  const category = textOf(value.new_category) ?? textOf(value.message_template_category);
  return name !== null && language !== null && category !== null ? [{ name, language, category }] : [];
};

/** Reads what a change tells of a business account, for all its numbers; nothing if it is about something else. */
export const readAccountChange = (
  entry: Entry,
  { field, value }: { field: string; value: Part },
  templates: Pick<CloudTemplates, 'note'>,
): Told[] => {
  // News of a whole business names the account that they concern.
  const id = textOf(partOf(value.waba_info).waba_id) ?? textOf(entry.id);
  const said = id === null ? null : FIELDS[field]?.(value);
  if (id === null || !said) return [];
  const told = { ...said, at: timeOf(Number(entry.time) * 1_000) };
  return [
    {
      account: businessAccount(id),
      chat: '',
      raw: { id: entry.id, time: entry.time, changes: [{ field, value }] },
      report: async ({ connection, services }) => {
        await templates.note(id, categoryIn(value), new Date(told.at));
        await services.callbacksOf(connection).accountTold(told);
        // Its session asks again which calls the account may use.
        if (value.event === TERMS_ACCEPTED) await services.nudge(connection);
      },
    },
  ];
};
