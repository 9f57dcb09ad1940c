import { socialMedias } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, type News, uuid } from '../../testing/news.ts';

const { created, changed, deleted } = socialMedias.events;

export const story = (): News[] => {
  const here = chronicle(who.company);
  const stream = `social-medias-${who.company}`;
  const byCarla = { by: asUser(who.carla) };
  const insta = { id: uuid(53), name: 'Instagram', message: 'Vi no Instagram' };
  here.tell(stream, created, insta, byCarla);
  here.tell(
    stream,
    created,
    { id: uuid(54), name: 'Panfleto', color: '#E11D48', message: 'Vi o panfleto', ref: 'panfleto' },
    byCarla,
  );
  here.tell(stream, changed, { id: uuid(53), name: 'Instagram da loja', ref: 'loja' }, byCarla);
  here.tell(stream, deleted, { id: uuid(54) }, byCarla);
  return here.take();
};
