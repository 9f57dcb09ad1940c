import { announcements, PLATFORM } from '@prosa/contracts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const platform = chronicle(PLATFORM);
  const { created, changed, deleted, pictured } = announcements.events;
  const [outage, screen, old] = [uuid(91), uuid(92), uuid(93)];
  const at = (id: string) => `announcement-${id}`;
  platform.tell(at(outage), created, {
    id: outage,
    title: 'Manutenção no domingo',
    text: 'Das 2h às 4h',
    priority: 1,
    status: true,
  });
  platform.tell(at(screen), created, { id: screen, title: 'Nova tela', text: 'Relatórios', priority: 2, status: false });
  platform.tell(at(old), created, { id: old, title: 'Feriado', text: 'Plantão', priority: 3, status: true });
  platform.tell(at(screen), pictured, { id: screen, mediaId: uuid(94), mediaName: 'tela.png', replaces: null });
  platform.tell(at(screen), changed, { id: screen, status: true });
  platform.tell(at(screen), pictured, { id: screen, mediaId: null, mediaName: null, replaces: uuid(94) });
  platform.tell(at(outage), changed, { id: outage, status: false, title: 'Manutenção adiada' });
  platform.tell(at(old), deleted, { id: old });
  return platform.take();
};
