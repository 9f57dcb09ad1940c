import { contactFields } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

const { created, changed, deleted } = contactFields.events;

export const story = (): News[] => {
  const here = chronicle(who.company);
  const stream = `contact-fields-${who.company}`;
  const byCarla = { by: asUser(who.carla) };
  here.tell(stream, created, { id: uuid(58), name: 'Perfil', type: 'choice', choices: 'Ouro\nPrata', place: 1 }, byCarla);
  here.tell(stream, created, { id: uuid(59), name: 'Cliente desde', type: 'date' }, byCarla);
  here.tell(stream, changed, { id: uuid(58), choices: 'Ouro\nPrata\nBronze' }, byCarla);
  here.tell(stream, deleted, { id: uuid(59) }, byCarla);
  return here.take();
};
