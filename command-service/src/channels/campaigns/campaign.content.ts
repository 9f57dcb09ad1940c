import { createHash } from 'node:crypto';
import {
  type CampaignFields,
  type ChosenTemplate,
  confirmationSlots,
  fillIn,
  isBlank,
  messageSlots,
  type OfCampaign,
  Refused,
  type VariableValues,
} from '@prosa/contracts';

/** What one recipient gets: a text, or an approved template, perhaps with the campaign's file. */
export type Content = { body: string; template: ChosenTemplate | null; hasFile: boolean };
type Of = CampaignFields & { mediaId?: string | null };

/** The same one of so many for the same recipient, whoever computes it: a repetition must not choose anew. */
const chosen = (recipientId: string, many: number): number =>
  createHash('sha256').update(recipientId).digest().readUInt32BE(0) % many;

/** The slots (0 to 4) whose text is not blank. */
const filledIn = (fields: CampaignFields, slots: readonly (keyof CampaignFields)[]): number[] =>
  slots.flatMap((slot, nth) => (isBlank(String(fields[slot])) ? [] : [nth]));

/** The slot of a recipient's message, and of the request for confirmation before it: that of the same slot, if it has one. */
const slotOf = (fields: CampaignFields, phase: OfCampaign['phase'], recipientId: string): number | null => {
  const messages = filledIn(fields, messageSlots);
  const message = messages.length === 0 ? null : messages[chosen(recipientId, messages.length)]!;
  if (phase === 'message') return message;
  const requests = filledIn(fields, confirmationSlots);
  if (message !== null && requests.includes(message)) return message;
  return requests.length === 0 ? null : requests[chosen(recipientId, requests.length)]!;
};

const slotsOf = (phase: OfCampaign['phase']) => (phase === 'message' ? messageSlots : confirmationSlots);
/** The slot that a test shows if none is named: the first one whose text is not blank. */
export const firstSlot = (fields: CampaignFields, phase: OfCampaign['phase']): number => filledIn(fields, slotsOf(phase))[0] ?? 0;

/** Throws Refused, at the field of the slot, for what would leave without anything in it: a variable may have no value. */
export const assertSomething = (content: Content, phase: OfCampaign['phase'], slot: number | undefined): void => {
  if (content.template || content.hasFile || !isBlank(content.body)) return;
  throw new Refused('ERR_VALIDATION', { fields: { [slotsOf(phase)[slot ?? 0]!]: 'Required' } });
};

/** The phase with which a channel's conversation begins, and which therefore goes as a template if the campaign has one. */
const isFirst = ({ confirmation }: CampaignFields, phase: OfCampaign['phase']): boolean =>
  phase === (confirmation ? 'confirmation' : 'message');

/** A value of a template is neither empty nor of several lines. */
const templateValue = (text: string, values: VariableValues): string => fillIn(text, values).replace(/\s+/g, ' ').trim() || '-';

/** What a recipient gets in a phase; `slot` names the message instead of chance. A template's text is known to its channel alone. */
export const contentFor = (
  fields: Of,
  phase: OfCampaign['phase'],
  recipientId: string,
  values: VariableValues,
  slot: number | null = slotOf(fields, phase, recipientId),
): Content => {
  if (fields.template && isFirst(fields, phase)) {
    const { name, language } = fields.template;
    const filled = fields.template.values.map((value) => templateValue(value, values));
    return { body: '', template: { name, language, values: filled }, hasFile: false };
  }
  const text = slot === null ? '' : fields[slotsOf(phase)[slot]!];
  return { body: fillIn(text, values), template: null, hasFile: phase === 'message' && (fields.mediaId ?? null) !== null };
};
