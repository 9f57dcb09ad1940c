import { macros } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const { created, changed, deleted } = macros.events;
  const [own, shared] = [uuid(61), uuid(62)];
  here.tell(`macros-${who.company}`, created, {
    id: own,
    name: 'Troca agendada',
    shortcode: 'troca-agendada',
    userId: who.ana,
    acts: [
      { do: 'message', text: '{{nome}}, sua troca ficou para {{dia}}.' },
      { do: 'tags', tagIds: [who.late] },
      { do: 'queue', queueId: who.sales },
      { do: 'user', userId: who.ana },
      { do: 'snooze', until: 'thursday', time: '09:00' },
    ],
  });
  here.tell(`macros-${who.company}`, created, {
    id: shared,
    name: 'Fim',
    shortcode: 'fim',
    userId: null,
    acts: [{ do: 'resolve' }],
  });
  here.tell(`macros-${who.company}`, changed, { id: own, userId: null, name: 'Troca' });
  here.tell(`macros-${who.company}`, changed, { id: shared, userId: who.ana });
  here.tell(`macros-${who.company}`, deleted, { id: own });
  return here.take();
};
