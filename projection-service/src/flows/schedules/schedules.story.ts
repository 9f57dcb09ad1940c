import { contactEvents, scheduleEvents as s } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.company();
  here.user(who.ana, 'Ana');
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.contact(who.joao, 'João', '5511912345678');
  here.contact(who.forgotten, 'Ninguém', '5511900000000');

  const byAna = { by: asUser(who.ana) };
  const [soon, later, never, secret] = [81, 82, 83, 84].map(uuid) as [string, string, string, string];
  const of = (scheduleId: string, contactId: string, body: string, sendAt: string) => ({
    scheduleId,
    contactId,
    body,
    sendAt,
    userId: who.ana,
  });
  const { tell } = here;
  tell(`schedule-${soon}`, s.ScheduleCreated, of(soon, who.maria, 'Seu pedido chega hoje', '2026-03-02T12:00:00.000Z'), byAna);
  tell(`schedule-${later}`, s.ScheduleCreated, of(later, who.joao, 'O orçamento vence', '2026-03-03T12:00:00.000Z'), byAna);
  tell(`schedule-${never}`, s.ScheduleCreated, of(never, who.joao, 'Não vai sair', '2026-03-04T12:00:00.000Z'), byAna);
  tell(`schedule-${secret}`, s.ScheduleCreated, of(secret, who.forgotten, 'Um segredo', '2026-03-05T12:00:00.000Z'), byAna);
  tell(
    `schedule-${later}`,
    s.ScheduleChanged,
    of(later, who.maria, 'O orçamento vence amanhã', '2026-03-01T13:00:00.000Z'),
    byAna,
  );
  here.contactChanged(who.maria, { name: 'Maria José da Silva' });
  tell(`schedule-${soon}`, s.ScheduleStarted, { scheduleId: soon, lateMs: 0 });
  tell(`schedule-${soon}`, s.ScheduleFailed, { scheduleId: soon, reason: 'ERR_WAPP_NOT_INITIALIZED' });
  tell(`schedule-${later}`, s.ScheduleStarted, { scheduleId: later, lateMs: 1_000 });
  tell(`schedule-${later}`, s.ScheduleSent, { scheduleId: later, messageId: uuid(91), ticketId: uuid(92) });
  tell(`schedule-${later}`, s.ScheduleFailed, { scheduleId: later, reason: 'not-there' });
  tell(`schedule-${soon}`, s.ScheduleRetried, { scheduleId: soon, sendAt: '2026-03-02T14:00:00.000Z', userId: who.ana }, byAna);
  tell(`schedule-${soon}`, s.ScheduleStarted, { scheduleId: soon, lateMs: 0 });
  tell(`schedule-${soon}`, s.ScheduleSent, { scheduleId: soon, messageId: uuid(93), ticketId: null });
  tell(`schedule-${never}`, s.ScheduleDeleted, { scheduleId: never }, byAna);
  for (const contactId of [who.maria, who.forgotten]) tell(`contact-${contactId}`, contactEvents.ContactForgotten, { contactId });

  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = uuid(85);
  there.tell(`schedule-${far}`, s.ScheduleCreated, of(far, who.farMaria, 'De outra empresa', '2026-03-02T12:00:00.000Z'));
  return [...here.take(), ...there.take()];
};
