import { allEvents } from './catalogue.ts';

test.each(Object.values(allEvents).map((event) => [event.type, event] as const))(
  '%s has an upcaster for each older version',
  (_, { version, upcasters = [] }) => expect(upcasters).toHaveLength(version - 1),
);
