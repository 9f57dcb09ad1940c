import { tags } from '@prosa/contracts';
import { who } from '../testing/cast.ts';
import { chronicle, type News, uuid } from '../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.tag(who.late, 'Atrasado');
  here.tag(who.angry, 'Bravo', '#445566');
  here.tell(`tag-${who.late}`, tags.events.changed, { id: who.late, name: 'Muito atrasado' });
  here.tagDeleted(who.late);
  there.tag(uuid(59), 'Longe');
  return [...here.take(), ...there.take()];
};
