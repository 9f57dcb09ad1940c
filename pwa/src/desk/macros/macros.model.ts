import type { MacroAct } from '@prosa/contracts';
import { searchable } from '../../kernel/i18n/searchable.ts';

export type Named = { name: string; color?: string | undefined };
/** A quick reply as an act sends it. */
export type NamedReply = Named & { id: string; message: string; mediaPath: string | null; mediaName: string | null };
/** Looks up what acts name. Undefined: it is not known yet; null: it is gone. */
export type ActNames = {
  tag: (id: string) => Named | null | undefined;
  queue: (id: string) => Named | null | undefined;
  user: (id: string) => Named | null | undefined;
  reply: (id: string) => NamedReply | null | undefined;
};

/** Why an act cannot be done: what it names is `gone`; the ticket `waits` in a queue by then, as an earlier act leaves it. */
export type ActFault = 'gone' | 'waits' | null;

const isGone = (act: MacroAct, names: ActNames): boolean => {
  switch (act.do) {
    case 'tags':
      return act.tagIds.some((id) => names.tag(id) === null);
    case 'queue':
      return names.queue(act.queueId) === null;
    case 'user':
      return names.user(act.userId) === null;
    case 'reply':
      return names.reply(act.quickMessageId) === null;
    default:
      return false;
  }
};

/** The fault of each act, in their order. */
export const faultsOf = (acts: readonly MacroAct[], names: ActNames): ActFault[] => {
  let waits = false;
  return acts.map((act, at) => {
    if (isGone(act, names)) return 'gone';
    // Who behind it is named takes the ticket at once.
    const next = acts[at + 1];
    const isTaken = next?.do === 'user' && !isGone(next, names);
    const fault = waits && act.do !== 'tags' ? 'waits' : null;
    if (act.do === 'queue' && !isTaken) waits = true;
    return fault;
  });
};

/** Number of acts that can be done. */
export const doable = (acts: readonly MacroAct[], names: ActNames): number =>
  faultsOf(acts, names).filter((fault) => fault === null).length;

/** The variables that are filled in from the ticket, as they are written in Portuguese. */
export const ownVariables = ['nome', 'protocolo', 'saudacao'] as const;
const VARIABLE = /\{\{\s*([^{}\n]{1,40}?)\s*\}\}/gu;

/** The other variables of texts, as they are written there first, each once: who applies the macro is asked for them. */
export const askedIn = (texts: readonly string[]): string[] => {
  const asked = new Map<string, string>();
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(VARIABLE)) {
      const key = searchable(name);
      if (!(ownVariables as readonly string[]).includes(key) && !asked.has(key)) asked.set(key, name);
    }
  return [...asked.values()];
};

/** Fills in the variables that were asked for; `values` by their names. Others stay. */
export const answered = (text: string, values: Readonly<Record<string, string>>): string => {
  const known = new Map(Object.entries(values).map(([name, value]) => [searchable(name), value]));
  return text.replace(VARIABLE, (whole, name: string) => known.get(searchable(name)) ?? whole);
};

/** The text that an act writes; null if it writes none, or its quick reply is not there. */
export const textOfAct = (act: MacroAct, names: ActNames): string | null =>
  act.do === 'message' || act.do === 'observation'
    ? act.text
    : act.do === 'reply'
      ? (names.reply(act.quickMessageId)?.message ?? null)
      : null;

/**
 * A part of a macro that one command does: an act, or a queue with the attendant right behind it. `text` is filled in; `reply` the quick reply
 * of an act, for its file; `labels` name the acts to people.
 */
export type Step = { acts: MacroAct[]; labels: string[]; isGone: boolean; text?: string; reply?: NamedReply };

/** The steps of a macro. */
export const stepsOf = (
  acts: readonly MacroAct[],
  names: ActNames,
  { labelOf, fill }: { labelOf: (act: MacroAct) => string; fill: (text: string) => string },
): Step[] => {
  const steps: Step[] = [];
  for (const act of acts) {
    const gone = isGone(act, names);
    const before = steps.at(-1);
    if (act.do === 'user' && !gone && before && !before.isGone && before.acts.length === 1 && before.acts[0]?.do === 'queue') {
      before.acts.push(act);
      before.labels.push(labelOf(act));
      continue;
    }
    const text = textOfAct(act, names);
    const reply = act.do === 'reply' ? names.reply(act.quickMessageId) : null;
    steps.push({
      acts: [act],
      labels: [labelOf(act)],
      isGone: gone,
      ...(text !== null && { text: fill(text) }),
      ...(reply && { reply }),
    });
  }
  return steps;
};
