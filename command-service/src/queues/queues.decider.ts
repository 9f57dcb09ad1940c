import { type QueueFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';
import { differing, withChanges, without } from '../records/changes.ts';

type Event = Unstored<QueueFact>;
type Created = Extract<Event, { type: 'QueueCreated' }>['data'];

export type QueueFields = Omit<Created, 'queueId'>;
export type QueueRecord = QueueFields & { id: string; createdAt: string; updatedAt: string };
export type QueuesState = { queues: Record<string, QueueRecord> };

export type QueuesCommand =
  /** `limit`: how many queues the company's plan grants; null for any number. */
  | { do: 'create queue'; queueId: string; fields: QueueFields; limit: number | null }
  | { do: 'change queue'; queueId: string; changes: Partial<QueueFields> }
  | { do: 'delete queue'; queueId: string };

/** The queues of a company, one stream: a colour is taken once, and at most one queue is the default. */
export const queues: Decider<QueuesCommand, QueuesState, Event> = {
  initial: () => ({ queues: {} }),

  decide(command, { queues }) {
    const { queueId } = command;
    switch (command.do) {
      case 'create queue': {
        const { fields, limit } = command;
        if (queues[queueId]) return [];
        if (limit !== null && Object.keys(queues).length >= limit)
          throw new Refused('ERR_PLAN_LIMIT', { message: 'O limite de filas do seu plano foi atingido.' });
        freeColor(queues, queueId, fields.color);
        return [...resign(queues, queueId, fields.isDefault), { type: 'QueueCreated', data: { ...fields, queueId } }];
      }
      case 'change queue': {
        const differ = differing(the(queues, queueId), command.changes);
        if (!differ) return [];
        if (differ.color) freeColor(queues, queueId, differ.color);
        return [...resign(queues, queueId, differ.isDefault), { type: 'QueueChanged', data: { ...differ, queueId } }];
      }
      case 'delete queue':
        the(queues, queueId);
        return [{ type: 'QueueDeleted', data: { queueId } }];
    }
  },

  evolve(state, event, meta) {
    const at = meta.at.toISOString();
    const { queueId: id, ...data } = event.data;
    const before = state.queues[id];
    switch (event.type) {
      case 'QueueCreated':
        return { queues: { ...state.queues, [id]: { ...(data as QueueFields), id, createdAt: at, updatedAt: at } } };
      case 'QueueChanged':
        return before ? { queues: { ...state.queues, [id]: { ...withChanges(before, data), updatedAt: at } } } : state;
      case 'QueueDeleted':
        return { queues: without(state.queues, id) };
      default:
        event satisfies never;
        return state;
    }
  },
};

const the = (queues: QueuesState['queues'], id: string): QueueRecord => {
  const queue = queues[id];
  if (!queue) throw new Refused('ERR_NO_QUEUE_FOUND');
  return queue;
};

const freeColor = (queues: QueuesState['queues'], id: string, color: string): void => {
  const taken = Object.values(queues).some((queue) => queue.id !== id && queue.color.toUpperCase() === color.toUpperCase());
  if (taken) throw new Refused('ERR_QUEUE_COLOR_ALREADY_EXISTS');
};

/** The default queue gives way to a new one. */
const resign = (queues: QueuesState['queues'], to: string, isDefault: boolean | undefined): Event[] =>
  isDefault
    ? Object.values(queues)
        .filter((queue) => queue.isDefault && queue.id !== to)
        .map(({ id }) => ({ type: 'QueueChanged', data: { queueId: id, isDefault: false } }))
    : [];
