import { menuEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

const picture = {
  mediaId: uuid(40),
  kind: 'image' as const,
  mime: 'image/png',
  bytes: 120,
  name: 'mapa.png',
  sha256: 'a'.repeat(64),
  width: 10,
  height: 10,
  durationMs: null,
  thumbnail: false,
};
const [first, second, third, far] = [uuid(31), uuid(32), uuid(33), uuid(34)];

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const stream = `menus-${who.company}`;
  here.queue(who.sales, 'Vendas', '#AA0000');
  const made = { queueId: who.sales, parentId: null, message: '', media: null };
  here.tell(stream, menuEvents.OptionCreated, { ...made, optionId: first, option: 1, title: 'Preços' });
  here.tell(stream, menuEvents.OptionCreated, { ...made, optionId: second, option: 2, title: 'Onde fica', media: picture });
  here.tell(stream, menuEvents.OptionCreated, { ...made, optionId: third, parentId: first, option: 1, title: 'Atacado' });
  here.tell(stream, menuEvents.OptionChanged, { optionId: first, message: 'Qual deles?', media: picture });
  here.tell(stream, menuEvents.OptionMoved, { optionId: second, parentId: null, option: 1 });
  here.tell(stream, menuEvents.OptionMoved, { optionId: first, parentId: null, option: 2 });
  here.tell(stream, menuEvents.OptionChanged, { optionId: second, title: 'Como chegar', media: null });
  here.tell(stream, menuEvents.OptionDeleted, { optionId: third });
  there.tell(`menus-${who.foreign}`, menuEvents.OptionCreated, { ...made, optionId: far, option: 1, title: 'Longe' });
  return [...here.take(), ...there.take()];
};
