import { globSync } from 'node:fs';
import { allEvents, type Fact } from '@prosa/contracts';
import { personalPlaces, replacePersonal } from '@prosa/infra/runtime';
import { features } from './features.ts';
import type { AnyRow } from './kernel/rows.ts';
import type { News } from './testing/news.ts';
import { factsOf } from './testing/news.ts';

/**
 * Forgetting a person leaves nothing of them in any table, and what it leaves is what a rebuild makes, which can read nothing of theirs any
 * more. Checked with every story in which somebody is forgotten.
 */
const tables = features.flatMap((feature) => feature.tables);
const files = globSync('*/*/*.story.ts', { cwd: import.meta.dirname }).sort();
const told = await Promise.all(
  files.map(async (file) => ({ file, news: ((await import(`./${file}`)) as { story: () => News[] }).story() })),
);
const places = new Map(Object.values(allEvents).map(({ type, data }) => [type, personalPlaces(data)]));

/** Those of whom a story says that they are forgotten. */
const forgottenIn = (news: readonly News[]): Set<string> =>
  new Set(
    news.flatMap(({ type, data }) =>
      type === 'ContactForgotten' || type === 'ConversationForgotten'
        ? [data.contactId as string]
        : type === 'ContactListItemForgotten'
          ? [data.itemId as string]
          : [],
    ),
  );

/** Calls `replace` with each personal value, and returns the fact with what it returned. */
const replaced = ({ contactId }: News, fact: Fact, replace: (value: unknown, subject: string) => unknown): Fact => ({
  ...fact,
  data: replacePersonal(places.get(fact.type) ?? null, fact.data, { contactId: contactId ?? 'nobody', around: [] }, replace),
});

/** The rows of all tables, as the engine folds and sweeps them. */
const fold = (facts: readonly Fact[]): Record<string, AnyRow[]> =>
  Object.fromEntries(
    tables.flatMap((table) => {
      if (table.kind === 'log') return [[table.table, facts.flatMap((fact) => [...table.entries(fact)])]];
      if (table.kind !== 'rows') return [];
      const rows = new Map<string, AnyRow>();
      const put = (key: string, row: AnyRow | null) => (row ? rows.set(key, row) : rows.delete(key));
      for (const fact of facts) {
        for (const key of table.keys(fact)) put(key, table.fold(rows.get(key) ?? null, fact, key));
        const swept = table.sweep(fact);
        if (!swept) continue;
        for (const [key, row] of rows)
          if (Object.entries(swept.where).every(([field, value]) => row[field] === value))
            put(key, 'delete' in swept ? null : { ...row, ...('setOf' in swept ? swept.setOf(row) : swept.set) });
      }
      return [[table.table, [...rows.values()]]];
    }),
  );

const withForgotten = told.filter(({ news }) => forgottenIn(news).size > 0);

test.each(withForgotten)('$file: a rebuild makes what forgetting has left', ({ news }) => {
  const gone = forgottenIn(news);
  const facts = factsOf(news);
  const unreadable = facts.map((fact, at) => replaced(news[at]!, fact, (value, subject) => (gone.has(subject) ? null : value)));
  expect(fold(facts)).toEqual(fold(unreadable));
});

test.each(withForgotten)('$file: no row has a word of whom was forgotten', ({ news }) => {
  const gone = forgottenIn(news);
  const facts = factsOf(news);
  const secret = new Set<string>();
  /** What anybody may read, such as the channel's ids of messages, or the name of somebody who is called alike. */
  const known = new Set<string>();
  facts.forEach((fact, at) => {
    const open = replaced(news[at]!, fact, (value, subject) => {
      if (!gone.has(subject)) return value;
      for (const word of textsIn(value)) secret.add(word);
      return null;
    });
    for (const word of [fact.type, ...textsIn(open.data)]) known.add(word);
  });
  const words = [...secret].filter((word) => !known.has(word)).map((word) => word.toLowerCase());
  const left = Object.entries(fold(facts)).flatMap(([table, rows]) =>
    rows
      .flatMap(textsIn)
      .filter((text) => !known.has(text) && words.some((word) => text.toLowerCase().includes(word)))
      .map((text) => `${table}: ${text}`),
  );
  expect(left).toEqual([]);
  expect(secret.size).toBeGreaterThan(0);
});

test('of every event with something personal of a contact, a story tells that it is forgotten', () => {
  const covered = new Set<string>();
  for (const { news } of told) {
    const gone = forgottenIn(news);
    factsOf(news).forEach((fact, at) => {
      replaced(news[at]!, fact, (value, subject) => {
        if (gone.has(subject)) covered.add(fact.type);
        return value;
      });
    });
  }
  // The file of an internal chat is the sender's.
  const others = ['ChatMessagePosted'];
  const ofContacts = [...places].filter(
    ([, of]) => of !== null && ['contact', 'contactId', 'itemId'].some((name) => namesSubject(of, name)),
  );
  expect(ofContacts.map(([type]) => type).filter((type) => !covered.has(type))).toEqual(others);
});

const namesSubject = (of: unknown, name: string): boolean => JSON.stringify(of).includes(`"subject":"${name}"`);

/** All texts in a value, but for those that are too short to be somebody's. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.values(value).flatMap(textsIn);
};
