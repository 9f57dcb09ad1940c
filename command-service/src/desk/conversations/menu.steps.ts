import { menuKeys, menuText, menuWays } from '@prosa/contracts';
import { siblings } from '../conversation-kernel/menu.tree.ts';
import type { AutomaticText, BotFacts } from './conversation.commands.ts';

/**
 * A step of the menu of a connection: its queues (`queueId` null), the top of a queue's menu (`parentId` null), or what is below an option.
 * `before` is said above it, `lead` instead of its own message.
 */
export type Step = { queueId: string | null; parentId: string | null; before?: string; lead?: string };
type Shown = { texts: AutomaticText[]; choices: { digit: string; id: string }[] };

/** The steps of a connection's menu as they are now. */
export const stepsOf = ({ queues, options, greeting, as }: Pick<BotFacts, 'queues' | 'options' | 'greeting' | 'as'>) => {
  const only = queues.length === 1 ? queues[0]! : null;
  const start: Step = { queueId: only?.id ?? null, parentId: null };
  const isStart = ({ queueId, parentId }: Step) => queueId === start.queueId && parentId === null;

  const choicesAt = ({ queueId, parentId }: Step): { id: string; title: string }[] =>
    queueId === null ? queues.map(({ id, name }) => ({ id, title: name })) : siblings(options, queueId, parentId);

  const messageAt = ({ queueId, parentId }: Step): string => {
    if (parentId !== null) return options.get(parentId)?.message ?? '';
    return queues.find(({ id }) => id === queueId)?.greeting || (isStart({ queueId, parentId }) ? greeting : '');
  };

  return {
    start,

    /** The step, if its queue and its option are still there. */
    existing: ({ queueId, parentId }: Step): Step | null => {
      if (queueId === null) return queues.length > 1 ? start : null;
      if (!queues.some(({ id }) => id === queueId)) return null;
      return parentId === null || options.get(parentId)?.queueId === queueId ? { queueId, parentId } : null;
    },

    above: ({ queueId, parentId }: Step): Step =>
      parentId === null ? start : { queueId, parentId: options.get(parentId)?.parentId ?? null },

    /** The messages of a step: perhaps a file, then the text with its numbered choices. */
    show: (step: Step): Shown => {
      const found = choicesAt(step);
      const media = step.parentId === null ? null : options.get(step.parentId)?.media;
      const lead = step.lead ?? messageAt(step);
      const body = menuText(
        [step.before, lead].filter(Boolean).join('\n\n'),
        found.map(({ title }) => title),
        isStart(step),
      );
      const back = isStart(step)
        ? []
        : [
            { id: menuKeys.up, title: menuWays.up },
            { id: menuKeys.start, title: menuWays.start },
          ];
      const menu = as === 'text' ? {} : { menu: { as, choices: [...found.map(({ id, title }) => ({ id, title })), ...back] } };
      return {
        texts: [...(media ? [{ origin: 'menu' as const, body: '', media }] : []), { origin: 'menu', body, ...menu }],
        choices: found.map(({ id }, at) => ({ digit: String(at + 1), id })),
      };
    },
  };
};
