import { conversationEvents as c, childId, conversationKey, newId } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { lastInboundRows } from './last-inbound.rows.ts';

const key = conversationKey(newId(), newId());
const stream = `conversation-${key}`;
const ticketId = childId(key, 'ticket:1');
const said = (sentAt: string, at: string) =>
  fact(
    c.MessageReceived,
    { ticketId, messageId: childId(key, `in:${sentAt}`), body: 'Oi', channelId: 'm', quotedId: null, sentAt },
    { at: new Date(at), stream },
  );
const at = (hour: string) => `2026-03-01T${hour}:00.000Z`;

test('C31: the last message of the customer counts, by the channel’s time; not one that comes late, nor a clock that is ahead', () => {
  given(lastInboundRows, said(at('12:00'), at('12:01'))).gives({ id: key, customerAt: new Date(at('12:00')) });
  given(lastInboundRows, said(at('12:00'), at('12:01')), said(at('13:00'), at('13:01'))).gives({
    customerAt: new Date(at('13:00')),
  });
  given(lastInboundRows, said(at('13:00'), at('13:01')), said(at('12:00'), at('13:02'))).gives({
    customerAt: new Date(at('13:00')),
  });
  given(lastInboundRows, said(at('19:00'), at('13:01'))).gives({ customerAt: new Date(at('13:01')) });
});

test('a rating is a message of the customer, and so is the comment on it', () => {
  const rating = { ticketId, messageId: childId(key, 'in:r'), rating: 3, body: '3', channelId: 'r', sentAt: at('14:00') };
  const rated = fact(c.RatingGiven, rating, { at: new Date(at('14:01')), stream });
  given(lastInboundRows, said(at('12:00'), at('12:01')), rated).gives({ customerAt: new Date(at('14:00')) });
  const comment = { ticketId, messageId: childId(key, 'in:c'), body: 'Bom', channelId: 'c', sentAt: at('14:05') };
  const commented = fact(c.RatingCommented, comment, { at: new Date(at('14:06')), stream });
  given(lastInboundRows, rated, commented).gives({ customerAt: new Date(at('14:05')) });
  given(lastInboundRows, commented).gives({ id: key, customerAt: new Date(at('14:05')) });
});

test('C31: what the company writes on its phone is no message of the customer', () => {
  const mirrored = {
    ticketId,
    messageId: childId(key, 'in:p'),
    body: 'Da loja',
    channelId: 'p',
    quotedId: null,
    sentAt: at('20:00'),
  };
  given(
    lastInboundRows,
    said(at('12:00'), at('12:01')),
    fact(c.MessageMirrored, mirrored, { at: new Date(at('20:00')), stream }),
  ).gives({
    customerAt: new Date(at('12:00')),
  });
});
