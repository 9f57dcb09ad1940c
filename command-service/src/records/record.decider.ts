import { type AnyRecord, type ErrorCode, type Profile, Refused } from '@prosa/contracts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { differing, withChanges } from './changes.ts';

/** A record as its stream holds it; a deleted one stays, marked, because other records still reference it. */
export type Held<Fields> = Fields & { id: string; createdAt: string; updatedAt: string; deleted?: true };
/** The records of a stream by id: all of a set, or a single one. */
export type RecordState<Fields = Record<string, unknown>> = { records: Record<string, Held<Fields>> };
/** The caller, for records that have owners. */
export type Asker = { userId: string; profile: Profile };

/**
 * `by`: null is Prosa itself. `limit`: number of records that the company's plan allows; null for any number. `facts`: what the rules of
 * the kind need.
 */
export type RecordCommand<Fields = Record<string, unknown>, Facts = unknown> =
  | { do: 'create'; id: string; fields: Fields; by?: Asker | null; limit?: number | null; facts?: Facts }
  | { do: 'change'; id: string; changes: Partial<Fields>; by?: Asker | null; facts?: Facts }
  | { do: 'delete'; id: string; by?: Asker | null }
  /** `mediaId` null removes the file. */
  | ({ do: 'set file'; id: string; by?: Asker | null; facts?: Facts } & RecordFile);
export type RecordFile = { mediaId: string | null; mediaName: string | null };

/** The rules of a kind of record beyond those of a plain one. */
export type RecordRules<Fields, Facts> = {
  /** Returns the fields or changes to store for the requested ones; `others` are the other existing records. Throws Refused. */
  creates?: (fields: Fields, others: Held<Fields>[], facts: Facts) => Fields;
  changes?: (changes: Partial<Fields>, record: Held<Fields>, facts: Facts, others: Held<Fields>[]) => Partial<Fields>;
  /** Throws Refused if the record must stay. */
  deletes?: (record: Held<Fields>) => void;
  /** A flag that at most one record of the set has: setting it on a record clears it on the other. */
  single?: keyof Fields & string;
  /** The message of the refusal when the plan's limit is reached. */
  limit?: string;
  /** Whether a record counts toward that limit; default: each does. */
  isCounted?: (record: Held<Fields>) => boolean;
  /** Types of further events that change the record's fields. */
  changedBy?: readonly string[];
};

/**
 * The decider of a record, by its definition in the contracts: a record is created once, changed while it exists, and deleted permanently.
 */
export const recordDecider = <Fields extends object = Record<string, unknown>, Facts = undefined>(
  definition: Pick<AnyRecord, 'missing' | 'unique' | 'owner' | 'author' | 'place' | 'recordEvents' | 'filed'>,
  rules: RecordRules<Fields, Facts> = {},
): Decider<RecordCommand<Fields, Facts>, RecordState<Fields>, Decided> => {
  type Records = RecordState<Fields>['records'];
  const { missing, unique, owner, author, filed } = definition;
  const { idField } = definition.place;
  const { created, changed, deleted } = definition.recordEvents;
  const changing = new Set([changed.type, ...(filed ? [filed.type] : []), ...(rules.changedBy ?? [])]);
  const event = (type: string, id: string, data: object = {}): Decided => ({ type, data: { ...data, [idField]: id } });

  /** Returns the record. To callers other than administrators another user's own record does not exist. */
  const the = (records: Records, id: string, by: Asker | null | undefined): Held<Fields> => {
    const record = present(records, id);
    const of = owner && record && (record as Record<string, unknown>)[owner];
    if (!record || (of && by && of !== by.userId && by.profile !== 'admin')) throw new Refused(missing as ErrorCode);
    return record;
  };
  /** Only administrators may name another user as owner or author. */
  const assertOwn = (fields: Partial<Fields>, by: Asker | null | undefined): void => {
    for (const name of [owner, author]) {
      const of = name && (fields as Record<string, unknown>)[name];
      if (of && by && of !== by.userId && by.profile !== 'admin')
        throw new Refused('ERR_VALIDATION', { fields: { [name]: 'Invalid value' } });
    }
  };
  const assertUnique = (fields: Partial<Fields>, others: Held<Fields>[]): void => {
    for (const { field, code } of unique) {
      const value = folded(fields, field);
      if (value !== undefined && others.some((other) => folded(other, field) === value)) throw new Refused(code as ErrorCode);
    }
  };
  const givingWay = (fields: Partial<Fields>, others: Held<Fields>[]): Decided[] => {
    const { single } = rules;
    if (!single || !fields[single]) return [];
    return others.filter((other) => other[single]).map(({ id }) => event(changed.type, id, { [single]: false }));
  };
  /** A deleted record's file goes with it. */
  const fileSet = (record: Held<Fields>, { mediaId, mediaName }: RecordFile): Decided[] => {
    const replaces = (record as Partial<RecordFile>).mediaId ?? null;
    return !filed || replaces === mediaId ? [] : [event(filed.type, record.id, { mediaId, mediaName, replaces })];
  };
  const othersThan = (records: Records, id: string) =>
    Object.values(records).filter((other) => other.id !== id && !other.deleted);

  return {
    initial: () => ({ records: {} }),

    decide(command, { records }) {
      const { id, by } = command;
      const others = othersThan(records, id);
      switch (command.do) {
        case 'create': {
          if (records[id]) return [];
          const { limit = null, facts } = command;
          if (limit !== null && others.filter(rules.isCounted ?? (() => true)).length >= limit)
            throw new Refused('ERR_PLAN_LIMIT', rules.limit ? { message: rules.limit } : {});
          assertOwn(command.fields, by);
          const fields = rules.creates?.(command.fields, others, facts as Facts) ?? command.fields;
          assertUnique(fields, others);
          return [...givingWay(fields, others), event(created.type, id, fields)];
        }
        case 'change': {
          const record = the(records, id, by);
          const differ = differing(record, command.changes);
          if (!differ) return [];
          assertOwn(differ as Partial<Fields>, by);
          const changes =
            rules.changes?.(differ as Partial<Fields>, record, command.facts as Facts, others) ?? (differ as Partial<Fields>);
          assertUnique(changes, others);
          return [...givingWay(changes, others), event(changed.type, id, changes)];
        }
        case 'delete': {
          const record = the(records, id, by);
          rules.deletes?.(record);
          return [...fileSet(record, { mediaId: null, mediaName: null }), event(deleted.type, id)];
        }
        case 'set file':
          return fileSet(the(records, id, by), command);
      }
    },

    evolve(state, { type, data }, meta) {
      const { [idField]: of, ...fields } = data as Record<string, unknown>;
      const id = of as string;
      const before = state.records[id];
      const at = meta.at.toISOString();
      const put = (record: Held<Fields>) => ({ records: { ...state.records, [id]: record } });
      if (type === created.type) return put({ ...(fields as Fields), id, createdAt: at, updatedAt: at });
      if (!before) return state;
      if (type === deleted.type) return put({ ...before, deleted: true, updatedAt: at });
      if (!changing.has(type)) return state;
      return put({ ...withChanges(before, fields as Partial<Held<Fields>>), updatedAt: at });
    },
  };
};

/** Returns the record unless it was deleted. */
export const present = <Fields>(records: RecordState<Fields>['records'], id: string): Held<Fields> | undefined =>
  records[id]?.deleted ? undefined : records[id];

/** Returns a value as it is compared; undefined if the field is not set. */
const folded = (fields: object, field: string): unknown => {
  const value = (fields as Record<string, unknown>)[field];
  return typeof value === 'string' ? value.toLowerCase() : value;
};
