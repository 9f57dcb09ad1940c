import { PLATFORM, plans } from '@prosa/contracts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const platform = chronicle(PLATFORM);
  const { created, changed, deleted } = plans.events;
  const [small, large, old] = [uuid(81), uuid(82), uuid(83)];
  const stream = `plans-${PLATFORM}`;
  platform.tell(stream, created, { id: small, name: 'Essencial', users: 3, connections: 1, queues: 3, value: 99.9 });
  platform.tell(stream, created, { id: large, name: 'Equipe', users: 15, connections: 5, queues: 10, value: 349 });
  platform.tell(stream, created, { id: old, name: 'Antigo', users: 1, connections: 1, queues: 1, value: 0 });
  platform.tell(stream, changed, { id: large, value: 399.99, users: 20 });
  platform.tell(stream, deleted, { id: old });
  return platform.take();
};
