import { helps, PLATFORM } from '@prosa/contracts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const platform = chronicle(PLATFORM);
  const { created, changed, deleted } = helps.events;
  const [first, second] = [uuid(95), uuid(96)];
  const stream = `helps-${PLATFORM}`;
  platform.tell(stream, created, { id: first, title: 'Conectar o WhatsApp', description: 'Passo a passo', video: 'dQw4w9WgXcQ' });
  platform.tell(stream, created, { id: second, title: 'Filas', description: 'Como atender', video: 'aqz-KE-bpKQ' });
  platform.tell(stream, changed, { id: first, description: 'Em três passos' });
  platform.tell(stream, deleted, { id: second });
  return platform.take();
};
