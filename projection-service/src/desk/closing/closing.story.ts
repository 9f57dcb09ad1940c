import { conversationEvents as c } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const byAna = { by: asUser(who.ana) };
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales, userId: who.ana });
  const closed = (snoozedUntil: string | null) => {
    const undo = { until: '2026-03-01T12:30:00.000Z', userId: who.ana, snoozedUntil, waits: 'all' as const };
    maria.say(c.TicketClosed, { ticketId, userId: who.bruno, reason: 'resolved', ratingAsked: false, undo }, byAna);
  };
  const undone = (waitingSince: string | null, snoozedUntil: string | null) =>
    maria.say(c.ClosingUndone, { ticketId, queueId: who.sales, userId: who.ana, waitingSince, snoozedUntil }, byAna);
  maria.received(ticketId, 'asked', 'Ainda tem?');
  closed(null);
  undone('2026-03-01T12:00:00.000Z', null);
  maria.sent(ticketId, 'answer', 'Tem', { userId: who.ana });
  maria.say(c.TicketSnoozed, { ticketId, until: '2026-03-02T12:00:00.000Z', userId: who.ana }, byAna);
  closed('2026-03-02T12:00:00.000Z');
  undone(null, '2026-03-02T12:00:00.000Z');
  closed(null);
  maria.sent(ticketId, 'farewell', 'Até logo', { userId: null, origin: 'closing' });
  maria.say(c.ClosingReleased, { ticketId, reason: 'time' });
  return here.take();
};
