import { fold, limits, type MacroAct, type MacroView, macros, Refused } from '@prosa/contracts';
import { type Held, type RecordRules, recordDecider } from '../../records/record.decider.ts';

export type Macro = Pick<MacroView, 'name' | 'shortcode' | 'userId' | 'acts'>;
/** A word behind the composer's slash, and whose it is; null: everybody's. */
export type SlashWord = { shortcode: string; userId?: string | null | undefined };
/** `replies`: the quick replies of the company. `owners`: of those that the acts name and that exist, whose they are. */
export type MacroFacts = { replies: readonly SlashWord[]; owners: ReadonlyMap<string, string | null> };

const ownerOf = ({ userId }: { userId?: string | null | undefined }): string | null => userId ?? null;

/** Throws Refused if somebody would see the same word twice. */
export const assertFreeWord = (own: SlashWord, others: readonly SlashWord[]): void => {
  const isSeenWith = (other: SlashWord) => ownerOf(own) === null || ownerOf(other) === null || ownerOf(own) === ownerOf(other);
  if (others.some((other) => isSeenWith(other) && fold(other.shortcode) === fold(own.shortcode)))
    throw new Refused('ERR_SHORTCUT_TAKEN', { fields: { shortcode: 'Taken' } });
};

const assertRoom = (own: Macro, others: Held<Macro>[]): void => {
  if (others.filter((other) => ownerOf(other) === ownerOf(own)).length >= limits.macros) throw new Refused('ERR_TOO_MANY_MACROS');
};

/** Everybody who sees the macro sees its quick replies. */
const assertReplies = (acts: readonly MacroAct[], owner: string | null, { owners }: MacroFacts): void => {
  for (const act of acts) {
    if (act.do !== 'reply') continue;
    const of = owners.get(act.quickMessageId);
    if (of === undefined || (of !== null && of !== owner)) throw new Refused('ERR_NO_QUICK_MESSAGE_FOUND');
  }
};

const rules: RecordRules<Macro, MacroFacts> = {
  creates: (fields, others, facts) => {
    assertRoom(fields, others);
    assertFreeWord(fields, [...others, ...facts.replies]);
    assertReplies(fields.acts, ownerOf(fields), facts);
    return fields;
  },
  changes: (changes, record, facts, others) => {
    const next = { ...record, ...changes };
    const isHandedOver = ownerOf(next) !== ownerOf(record);
    if (isHandedOver) assertRoom(next, others);
    if (isHandedOver || changes.shortcode !== undefined) assertFreeWord(next, [...others, ...facts.replies]);
    if (isHandedOver || changes.acts) assertReplies(changes.acts ?? [], ownerOf(next), facts);
    return changes;
  },
};

export const macrosDecider = recordDecider<Macro, MacroFacts>(macros, rules);
