import { savedViews } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const { created, changed, deleted } = savedViews.events;
  const [own, shared] = [uuid(61), uuid(62)];
  const stream = `saved-views-${who.company}`;
  here.tell(stream, created, {
    id: own,
    name: 'Trocas e garantias',
    userId: who.ana,
    states: ['open', 'pending'],
    queueIds: [who.sales, 'none'],
    tagIds: [who.late],
    attendantId: who.ana,
    chip: 'unanswered',
  });
  here.tell(stream, created, {
    id: shared,
    name: 'Sem fila',
    userId: null,
    states: ['pending'],
    queueIds: ['none'],
    tagIds: [],
    attendantId: null,
    chip: null,
  });
  here.tell(stream, changed, { id: own, name: 'Trocas', queueIds: null, attendantId: null });
  here.tell(stream, changed, { id: shared, userId: who.ana, chip: 'late' });
  here.tell(stream, deleted, { id: own });
  return here.take();
};
