import { type Access, accessStream, derivedId } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { accesses } from './access.decider.ts';

/** The hour of a time, as the beginning of its text. */
const hourOf = (at: string): string => at.slice(0, '2026-11-30T16'.length);

/**
 * The command that stores a look. Its id is that of who looks, kind, record and hour, so the handler recognises each repeat of it
 * (decision 5), whichever instance stored the first.
 */
export const accessCommand = ({ companyId, actor, kind, subject, at }: Access) => ({
  companyId,
  actor,
  stream: accessStream(companyId, at),
  commandId: derivedId(companyId, 'accessed', actor.id, kind, subject.kind, subject.id, hourOf(at)),
  decider: accesses,
  missing: 'ERR_NO_COMPANY_FOUND' as const,
  command: { do: 'note access' as const, kind, subject, at },
});

/** Stores a look, once for who looks, kind, record and hour. Resolves when it is durable. */
export const createNoteAccess =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async (access: Access): Promise<void> => {
    await handle(accessCommand(access));
  };
