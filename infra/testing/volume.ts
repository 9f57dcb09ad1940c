/** Whether tests of races and crashes run at full volume: `npm run test:long`. */
const isLong = process.env.PROSA_TEST_LONG === '1';

/** How much traffic a test plays: `npm test` plays `some` of it, enough for each rule to be met; `npm run test:long` all. */
export const volume = <Amount>({ some, all }: { some: Amount; all: Amount }): Amount => (isLong ? all : some);
