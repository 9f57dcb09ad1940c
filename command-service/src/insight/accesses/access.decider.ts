import type { AccessFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type AccessEvent = Unstored<AccessFact>;
type AccessCommand = { do: 'note access' } & AccessEvent['data'];

/** A stream `access-{companyId}-{day}`. A look is in it once, because its command's id names it (`accessCommand`). */
export const accesses: Decider<AccessCommand, null, AccessEvent> = {
  initial: () => null,
  decide: ({ do: _, ...data }) => [{ type: 'Accessed', data }],
  evolve: (state) => state,
};
