/** Whether tests of races and crashes run at full volume: `npm run test:crash`. */
const isWhole = process.env.PROSA_TEST_CRASH === 'all';

/** How much traffic a test plays: `npm test` plays `some` of it, enough for each rule to be met; `npm run test:crash` all. */
export const volume = <Amount>({ some, all }: { some: Amount; all: Amount }): Amount => (isWhole ? all : some);
