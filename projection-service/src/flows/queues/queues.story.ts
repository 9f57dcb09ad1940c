import { queueEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.queue(who.gone, 'Antiga', '#0000AA');
  here.tell(`queues-${who.company}`, queueEvents.QueueChanged, { queueId: who.sales, name: 'Vendas e trocas', color: '#BB0000' });
  here.queueDeleted(who.gone);
  there.queue(uuid(19), 'Longe', '#00AA00');
  return [...here.take(), ...there.take()];
};
