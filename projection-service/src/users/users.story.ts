import { queueEvents, userEvents } from '@prosa/contracts';
import { who } from '../testing/cast.ts';
import { chronicle, type News } from '../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const set = `queues-${who.company}`;
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.queue(who.support, 'Suporte', '#00AA00');
  here.queue(who.gone, 'Antiga', '#0000AA');
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno', { queueIds: [who.support, who.gone] });
  here.user(who.elio, 'Elio');
  here.userChanged(who.ana, { name: 'Ana Paula' });
  here.tell(set, queueEvents.QueueChanged, { queueId: who.sales, name: 'Balcão', color: '#BB0000' });
  here.userChanged(who.ana, { queueIds: [who.sales, who.support] });
  here.queueDeleted(who.gone);
  here.userChanged(who.bruno, { profile: 'supervisor', queueIds: [who.support] });
  here.userDeleted(who.elio);
  there.user(who.zoe, 'Zoe', { profile: 'admin' });
  there.tell(`users-${who.foreign}`, userEvents.PasswordChanged, { userId: who.zoe });
  return [...here.take(), ...there.take()];
};
