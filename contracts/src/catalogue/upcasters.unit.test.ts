import { allEvents } from './catalogue.ts';

test.each(Object.values(allEvents).map((event) => [event.type, event] as const))(
  '%s brings an upcaster for each version before its own',
  (_, { version, upcasters = [] }) => expect(upcasters).toHaveLength(version - 1),
);
