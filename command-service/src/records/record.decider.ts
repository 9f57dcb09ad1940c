import { type ErrorCode, Refused } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';
import { differing, withChanges } from './changes.ts';

type Fields = Record<string, unknown>;
export type PlainRecord = Fields & { id: string; createdAt: string; updatedAt: string };
export type RecordState = { record: PlainRecord | null };
export type RecordCommand =
  | { do: 'create'; id: string; fields: Fields }
  | { do: 'change'; id: string; changes: Fields }
  | { do: 'delete'; id: string };
export type RecordEvent = { type: string; data: Fields & { id: string } };

/** What a plain record's decider needs of its definition in the contracts (`record()`). */
export type RecordDefinition = { name: string; missing: ErrorCode };

/** The decider of any plain record, stream `{name}-{id}`: it is created once, changed while it is there, and deleted for good. */
export const recordDecider = ({ name, missing }: RecordDefinition): Decider<RecordCommand, RecordState, RecordEvent> => {
  const the = (record: PlainRecord | null): PlainRecord => {
    if (!record) throw new Refused(missing);
    return record;
  };
  return {
    initial: () => ({ record: null }),

    decide(command, { record }) {
      const { id } = command;
      switch (command.do) {
        case 'create':
          return record ? [] : [{ type: `${name}.created`, data: { ...command.fields, id } }];
        case 'change': {
          const differ = differing(the(record), command.changes);
          return differ ? [{ type: `${name}.changed`, data: { ...differ, id } }] : [];
        }
        case 'delete':
          the(record);
          return [{ type: `${name}.deleted`, data: { id } }];
      }
    },

    evolve(state, event, meta) {
      const at = meta.at.toISOString();
      switch (event.type) {
        case `${name}.created`:
          return { record: { ...event.data, createdAt: at, updatedAt: at } };
        case `${name}.changed`:
          return state.record ? { record: { ...withChanges(state.record, event.data), updatedAt: at } } : state;
        case `${name}.deleted`:
          return { record: null };
        default:
          return state;
      }
    },
  };
};
