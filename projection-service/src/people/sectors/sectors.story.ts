import { sectors } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const { created, changed, deleted } = sectors.events;
  const [id, other] = [uuid(71), uuid(72)];
  here.tell(`sector-${id}`, created, { id, name: 'Entregas' });
  here.tell(`sector-${other}`, created, { id: other, name: 'Financeiro', color: '#0A0B0C' });
  here.tell(`sector-${id}`, changed, { id, name: 'Expedição' });
  here.tell(`sector-${other}`, changed, { id: other, color: '#112233' });
  here.tell(`sector-${id}`, deleted, { id });
  there.tell(`sector-${uuid(73)}`, created, { id: uuid(73), name: 'Longe' });
  return [...here.take(), ...there.take()];
};
