import { macros as definition, type MacroAct } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { assertNamed, type Named } from '../../records/assert-named.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { type Macro, type MacroFacts, macrosDecider, type SlashWord } from './macros.decider.ts';
import { keepReplyWords, replyWordMigrations, replyWordsOf } from './reply-words.ts';

/** What an act names besides quick replies. */
const namedBy = (act: MacroAct): Named => {
  if (act.do === 'queue') return { queueIds: [act.queueId] };
  if (act.do === 'user') return { userIds: [act.userId] };
  return act.do === 'tags' ? { tagIds: act.tagIds } : {};
};

/** Of the quick replies that the acts name, whose they are; without those that are not there (any more). */
const ownersOf = async ({ store }: Deps, companyId: string, acts: readonly MacroAct[]): Promise<Map<string, string | null>> => {
  const owners = new Map<string, string | null>();
  for (const act of acts) {
    if (act.do !== 'reply') continue;
    const id = act.quickMessageId;
    const facts = await store.load(`quick-message-${id}`);
    const isThere = facts[0]?.meta.companyId === companyId && facts.at(-1)?.type !== 'quick-message.deleted';
    if (!isThere) continue;
    const named = facts.map(({ data }) => (data as { userId?: string | null }).userId).filter((of) => of !== undefined);
    owners.set(id, named.at(-1) ?? null);
  }
  return owners;
};

/** The macros of a company, of all its people. */
export const macroWordsOf = async ({ store }: Deps, companyId: string): Promise<SlashWord[]> => {
  const facts = await store.load(`${definition.place.set}-${companyId}`);
  const { records } = facts.reduce((state, fact) => macrosDecider.evolve(state, fact, fact.meta), macrosDecider.initial());
  return Object.values(records).filter(({ deleted }) => !deleted);
};

/** Macros: a record whose acts name what is there, and whose words nobody sees twice. */
export const macros: Feature = {
  name: definition.name,
  migrations: replyWordMigrations,
  reactors: [keepReplyWords],
  routes: (app, deps) =>
    recordRoutes<Macro, MacroFacts>(app, deps, definition, {
      decider: macrosDecider,
      facts: async (companyId, asked) => {
        const { acts = [] } = asked as Partial<Macro>;
        for (const act of acts) await assertNamed(deps, companyId, namedBy(act));
        return { replies: await replyWordsOf(deps.pool, companyId), owners: await ownersOf(deps, companyId, acts) };
      },
    }),
};
