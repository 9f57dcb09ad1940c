import { allEvents } from './catalogue.ts';

const id = '0197a000-0000-7000-8000-000000000001';
const ids = Object.fromEntries(['companyId', 'queueId', 'connectionId', 'userId', 'id'].map((name) => [name, id]));

test.each(
  Object.values(allEvents)
    .filter(({ type }) => /(^(Company|Queue|Connection|User)Changed|\.changed)$/.test(type))
    .map((definition) => [definition.type, definition] as const),
)('%s holds what was changed and no default', (_, { data }) => {
  const given = Object.fromEntries(Object.entries(ids).filter(([name]) => name in data.shape));
  expect(data.parse(given)).toEqual(given);
});
