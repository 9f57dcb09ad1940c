import { quickMessages } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const { created, changed, deleted, filed } = quickMessages.events;
  const [id, other] = [uuid(61), uuid(62)];
  here.tell(`quick-message-${id}`, created, { id, shortcode: 'oi!', message: 'Como posso ajudar?', userId: who.ana });
  here.tell(`quick-message-${other}`, created, {
    id: other,
    shortcode: 'pix',
    message: 'A chave é o nosso e-mail.',
    userId: null,
  });
  here.tell(`quick-message-${id}`, changed, { id, userId: null });
  here.tell(`quick-message-${other}`, changed, { id: other, userId: who.ana });
  here.tell(`quick-message-${other}`, filed, { id: other, mediaId: uuid(63), mediaName: 'chave.png', replaces: null });
  here.tell(`quick-message-${id}`, filed, { id, mediaId: uuid(64), mediaName: 'oi.png', replaces: null });
  here.tell(`quick-message-${id}`, filed, { id, mediaId: null, mediaName: null, replaces: uuid(64) });
  here.tell(`quick-message-${id}`, deleted, { id });
  return here.take();
};
