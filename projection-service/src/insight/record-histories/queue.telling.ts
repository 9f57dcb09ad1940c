import type { MenuFact, QueueFact } from '@prosa/contracts';
import { changed, follow, type Source, type Told } from './telling.ts';

const fields = [
  'name',
  'color',
  'greetingMessage',
  'outOfHoursMessage',
  'isDefault',
  'schedules',
  'warnAfterMinutes',
  'lateAfterMinutes',
  'distribution',
  'maxPerUser',
] as const;

/** A queue in the stream of its company's, and the options of its menu in that of all menus: each entry names its option. */
export const queueSources = (companyId: string, queueId: string): Source[] => {
  const known = follow();
  const options = new Map<string, { title: string; known: ReturnType<typeof follow> }>();

  const tell = ({ type, data }: QueueFact): Told | null => {
    if (data.queueId !== queueId) return null;
    return type === 'QueueDeleted' ? {} : { changes: known.changes(data, fields) };
  };
  const tellOfMenu = ({ type, data }: MenuFact): Told | null => {
    if (type === 'OptionCreated' && data.queueId === queueId) options.set(data.optionId, { title: data.title, known: follow() });
    const option = options.get(data.optionId);
    if (!option) return null;
    const { title } = option;
    if (type === 'OptionDeleted') return { changes: [changed('title', title, null)] };
    if (type === 'OptionMoved') return { changes: [changed('title', title, title), ...option.known.changes(data, ['option'])] };
    const { media, ...own } = data;
    const file = media === undefined ? {} : { media: media?.name ?? media?.kind ?? null };
    const changes = option.known.changes({ ...own, ...file }, ['title', 'option', 'message', 'media']);
    option.title = data.title ?? title;
    return { changes: data.title === undefined ? [changed('title', title, title), ...changes] : changes };
  };
  return [
    { stream: `queues-${companyId}`, telling: (fact) => tell(fact as QueueFact) },
    { stream: `menus-${companyId}`, telling: (fact) => tellOfMenu(fact as MenuFact) },
  ];
};
