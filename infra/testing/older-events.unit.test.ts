import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEvents, type Fact } from '@prosa/contracts';
import { connections } from '../../command-service/src/channels/connections/connections.decider.ts';
import { company } from '../../command-service/src/company/companies/companies.decider.ts';
import { contact } from '../../command-service/src/contacts/contacts/contact.decider.ts';
import { conversation } from '../../command-service/src/desk/conversations/conversation.decider.ts';
import { queues } from '../../command-service/src/flows/queues/queues.decider.ts';
import type { Decided, Decider } from '../../command-service/src/kernel/decider.ts';
import { users } from '../../command-service/src/people/users/users.decider.ts';
import { features } from '../../projection-service/src/features.ts';
import { foldAll, someMeta } from '../../projection-service/src/testing/fold.ts';
import { factsOf, type News } from '../../projection-service/src/testing/news.ts';
import { firstVersions, lifted, readAsFirst } from './older-events.ts';

const changed = Object.values(allEvents).filter(({ version }) => version > 1);

test('the first version of each type that has a later one is known', () => {
  expect(Object.keys(firstVersions).sort()).toEqual(changed.map(({ type }) => type).sort());
});

test.each(changed)(
  'what the first version of $type wrote is complete today without a default, which decoding does not fill in',
  (of) => {
    const data = lifted(of, firstVersions[of.type]!, someMeta());
    expect(of.data.parse(data)).toEqual(data);
  },
);

const folded = features.filter(({ tables }) => tables.length > 0);
const projections = fileURLToPath(new URL('../../projection-service/src', import.meta.url));
const stories: Fact[][] = [];
for (const { name } of folded) {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [file] = globSync(`**/${folder}/${folder}.story.ts`, { cwd: projections });
  const { story } = (await import(join(projections, file!))) as { story: () => News[] };
  stories.push(factsOf(story()));
}
/** The facts as the first versions told them, and with all defaults, as they would be written today. */
const inFirstVersion = (facts: readonly Fact[]) => facts.map(readAsFirst);
const today = (facts: readonly Fact[]) =>
  facts.map((fact): Fact => ({ ...fact, data: allEvents[fact.type]!.data.parse(fact.data) }));

test.each(folded.map(({ name, tables }, nth) => ({ name, tables, facts: stories[nth]! })))(
  'what first versions told folds into the rows of $name as if it were written today',
  ({ tables, facts }) => {
    const older = inFirstVersion(facts);
    expect(foldAll(tables, older)).toEqual(foldAll(tables, today(older)));
  },
);

const deciders: Record<string, Decider<never, unknown, Decided>> = Object.fromEntries(
  Object.entries({ company, connections, contact, conversation, queues, users }).map(([kind, decider]) => [
    kind,
    decider as unknown as Decider<never, unknown, Decided>,
  ]),
);
test.each(Object.entries(deciders))(
  'the rules of %s decide on what first versions told as if it were written today',
  (kind, decider) => {
    const streams = Map.groupBy(
      stories.flatMap((facts, story) => facts.map((fact) => ({ story, fact }))),
      ({ story, fact }) => `${story} ${fact.meta.stream}`,
    );
    const own = [...streams.values()]
      .map((facts) => facts.map(({ fact }) => fact))
      .filter(([first]) => first!.meta.stream.startsWith(`${kind}-`));
    const stateOf = (facts: readonly Fact[]) =>
      facts.reduce((state, fact) => decider.evolve(state, fact, fact.meta), decider.initial());
    expect(own.length).toBeGreaterThan(0);
    for (const facts of own) expect(stateOf(inFirstVersion(facts))).toEqual(stateOf(today(inFirstVersion(facts))));
  },
);
