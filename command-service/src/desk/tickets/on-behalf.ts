import { Refused, type TicketStatus } from '@prosa/contracts';
import { attendantOf } from '../../kernel/attendants.ts';
import type { Caller, Deps } from '../../kernel/deps.ts';

type By = Pick<Caller, 'userId' | 'companyId' | 'scopes'>;

/** The person whom a ticket is for if the call names nobody: the caller. An API key is no person, so it must name one. */
export const ownOrNamed = ({ userId, scopes }: By, named: string | null): string => {
  if (named !== null) return named;
  if (scopes) throw new Refused('ERR_VALIDATION', { fields: { userId: 'Required' } });
  return userId;
};

/** The caller, or the person for whom an API key accepts or reopens a ticket: it names them as `userId`. Throws Refused. */
export const onBehalf = async <Who extends By>(
  deps: Pick<Deps, 'referenceData'>,
  by: Who,
  { status, userId }: { status?: TicketStatus | undefined; userId?: string | null | undefined },
): Promise<Who> => {
  if (!by.scopes || status !== 'open') return by;
  const named = ownOrNamed(by, userId?.toLowerCase() ?? null);
  if (!(await attendantOf(deps, by.companyId, named))) throw new Refused('ERR_NO_USER_FOUND');
  return { ...by, userId: named };
};
