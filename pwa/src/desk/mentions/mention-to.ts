import type { MentionView, MessageView, PushFrame, TicketNoteView } from '@prosa/contracts';

/** An observation in which a colleague has just named the user. `by` and `contact` are null if nobody knows the name. */
export type MentionNews = { ticketId: string; by: string | null; contact: string | null; words: string };

type Observation = { ticketId: string | null; author: { id: string; name: string | null } | null; mentions: MentionView[] };

const observationIn = ({ channel, record }: PushFrame): (Observation & Pick<MentionNews, 'contact' | 'words'>) | null => {
  if (channel === 'appMessage') {
    const { ticketId, user, mentions, contact, body } = record as MessageView;
    return { ticketId, author: user, mentions: mentions ?? [], contact: contact.name, words: body ?? '' };
  }
  if (channel !== 'ticketNote') return null;
  const { ticketId, user, mentions, note } = record as TicketNoteView;
  return { ticketId, author: user, mentions, contact: null, words: note ?? '' };
};

/** The news that a push brings, if a colleague has just named this user, in the conversation or in a note on the ticket; null otherwise. */
export const mentionTo = (userId: string | undefined, frame: PushFrame): MentionNews | null => {
  if (userId === undefined || frame.action !== 'create' || frame.record.partial) return null;
  const one = observationIn(frame);
  if (!one?.ticketId || one.author?.id === userId || !one.mentions.some(({ user }) => user.id === userId)) return null;
  return { ticketId: one.ticketId, by: one.author?.name ?? null, contact: one.contact, words: one.words };
};
