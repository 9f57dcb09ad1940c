import { accessEvents, exportEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.company();
  here.contact(who.maria, 'Maria José', '5511987654321');
  const maria = here.conversation(who.shop, who.maria);
  maria.started();
  const ticketId = maria.opened('1', { queueId: who.sales });
  const look = (kind: string, subject: { kind: string; id: string }, by = asUser(who.carla)) =>
    here.tell(
      `access-${who.company}-2026-03-01`,
      accessEvents.Accessed,
      { kind, subject, at: '2026-03-01T12:02:03.004Z' },
      { by },
    );
  look('conversation', { kind: 'ticket', id: ticketId });
  look('past', { kind: 'ticket', id: ticketId }, { kind: 'integration', id: uuid(77) });
  look('data', { kind: 'contact', id: who.maria });
  look('history', { kind: 'setting', id: 'userRating' });
  look('history', { kind: 'company', id: who.company }, { ...asUser(who.zoe), companyId: who.foreign });
  const [some, all] = [uuid(63), uuid(64)];
  const byCarla = { by: asUser(who.carla) };
  const asked = { exportId: some, ticketIds: [ticketId], language: 'pt' as const };
  here.tell(`export-${some}`, exportEvents.ExportRequested, asked, byCarla);
  here.tell(`export-${some}`, exportEvents.ExportFetched, { exportId: some }, byCarla);
  here.tell(`export-${all}`, exportEvents.ExportRequested, { ...asked, exportId: all, ticketIds: null }, byCarla);
  return here.take();
};
