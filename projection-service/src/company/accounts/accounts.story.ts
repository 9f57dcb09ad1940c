import { connectionEvents, queueEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const [one, two] = [uuid(91), uuid(92)];
  here.company();
  here.queue(one, 'Vendas', '#111111');
  here.queue(two, 'Suporte', '#222222');
  here.tell(`queues-${who.company}`, queueEvents.QueueDeleted, { queueId: two });
  here.connection(one, 'Loja');
  here.connection(two, 'Balcão');
  here.tell(`connections-${who.company}`, connectionEvents.ConnectionDeleted, { connectionId: two });
  return here.take();
};
