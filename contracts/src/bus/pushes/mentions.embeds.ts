import type { MentionView } from '../../desk/messages/mentions.fields.ts';

/** Updates the name of a colleague whom a text names; the same record if it does not name them, or by that name already. */
export const withNamed = <Text extends { mentions: MentionView[] }>(text: Text, user: MentionView['user']): Text => {
  const isOther = text.mentions.some(({ user: { id, name } }) => id === user.id && name !== user.name);
  if (!isOther) return text;
  return { ...text, mentions: text.mentions.map((one) => (one.user.id === user.id ? { ...one, user } : one)) };
};
