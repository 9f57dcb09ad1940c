import { limits, Refused, type SavedView, savedViews } from '@prosa/contracts';
import type { Decided, Decider } from '../../kernel/decider.ts';
import { type Held, present, type RecordCommand, type RecordState, recordDecider } from '../../records/record.decider.ts';

export type View = Pick<SavedView, 'name' | 'userId' | 'states' | 'queueIds' | 'tagIds' | 'attendantId' | 'chip'>;

const ownerOf = ({ userId }: Pick<View, 'userId'>): string | null => userId ?? null;

const assertRoom = (own: View, others: Held<View>[]): void => {
  if (others.filter((other) => ownerOf(other) === ownerOf(own)).length >= limits.savedViews)
    throw new Refused('ERR_TOO_MANY_SAVED_VIEWS');
};

const record = recordDecider<View>(savedViews, {
  creates: (fields, others) => {
    assertRoom(fields, others);
    return fields;
  },
  changes: (changes, before, _, others) => {
    const after = { ...before, ...changes };
    if (ownerOf(after) !== ownerOf(before)) assertRoom(after, others);
    return changes;
  },
});

/** Whether a command makes, changes or deletes a view of the company. */
const isOfCompany = (command: RecordCommand<View, undefined>, { records }: RecordState<View>): boolean => {
  if (command.do === 'create') return ownerOf(command.fields) === null;
  const before = present(records, command.id);
  const isHandedOver = command.do === 'change' && command.changes.userId === null;
  return before !== undefined && (ownerOf(before) === null || isHandedOver);
};

/** A record's decider, by which administrators alone change what is the company's. */
export const savedViewsDecider: Decider<RecordCommand<View, undefined>, RecordState<View>, Decided> = {
  ...record,
  decide: (command, state) => {
    const { by } = command;
    const decided = record.decide(command, state);
    if (by && by.profile !== 'admin' && isOfCompany(command, state)) throw new Refused('ERR_NO_PERMISSION');
    return decided;
  },
};
