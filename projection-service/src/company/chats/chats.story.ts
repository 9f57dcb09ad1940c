import { chatEvents as c, chatStream } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { asUser, chronicle, fileOf, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno');
  here.user(who.duda, 'Duda', { queueIds: [who.sales, who.support] });
  const chatId = uuid(601);
  const by = (userId: string) => ({ by: asUser(userId) });
  const tell = <E extends (typeof c)[keyof typeof c]>(
    event: E,
    data: Omit<Parameters<typeof here.tell<E>>[2], 'chatId'>,
    userId: string,
    of = chatId,
  ) => here.tell(chatStream(of), event, { chatId: of, ...data } as never, { ...by(userId), contactId: userId });
  const post = (n: number, senderId: string, message: string, more: object = {}) =>
    tell(
      c.ChatMessagePosted,
      { messageId: uuid(610 + n), seq: n, senderId, message, media: null, clientId: `k${n}`, ...more },
      senderId,
    );

  tell(c.ChatCreated, { title: 'Loja', ownerId: who.carla, memberIds: [who.carla, who.duda] }, who.carla);
  post(1, who.carla, 'Bom dia!');
  post(2, who.duda, '', {
    media: fileOf(uuid(620), { kind: 'image', mime: 'image/png', name: 'romaneio.png', thumbnail: true }),
  });
  tell(c.ChatRead, { userId: who.carla, upTo: 2 }, who.carla);
  tell(c.ChatChanged, { title: 'Loja Vila Aurora', added: [who.ana, who.bruno], removed: [], upTo: 2 }, who.carla);
  post(3, who.ana, 'Cheguei');
  here.userChanged(who.ana, { name: 'Ana Paula' });
  tell(c.ChatRead, { userId: who.duda, upTo: 3 }, who.duda);
  tell(c.ChatChanged, { added: [], removed: [who.ana], upTo: 3 }, who.carla);
  here.userDeleted(who.bruno);

  const other = uuid(602);
  tell(c.ChatCreated, { title: 'Só nós', ownerId: who.carla, memberIds: [who.carla, who.duda] }, who.carla, other);
  here.tell(
    chatStream(other),
    c.ChatMessagePosted,
    { chatId: other, messageId: uuid(630), seq: 1, senderId: who.duda, message: 'Vai sumir', media: null, clientId: null },
    { ...by(who.duda), contactId: who.duda },
  );
  tell(c.ChatDeleted, { memberIds: [who.carla, who.duda] }, who.carla, other);
  return here.take();
};
