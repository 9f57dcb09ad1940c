import { childId, type ErrorCode, routes } from '@prosa/contracts';
import { createConverse, keyOf } from '../conversations/conversations.ts';
import { commandRoute } from '../kernel/command-route.ts';
import type { App, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';

const calls = (app: App, deps: Deps): void => {
  const converse = createConverse(deps.handle);

  commandRoute(app, deps, routes.ticketNotes.add, async ({ body: { note, ticketId, contactId = null }, principal, identity }) => {
    const command = { do: 'add note', ticketId, by: principal, note, contactId } as const;
    const done = await converse({ ...identity, ...of(ticketId, 'ERR_NO_TICKET_FOUND') }, command);
    const id = childId(done.key, `note:${identity.commandId}`);
    return { position: done.position, reply: { id, ticketId, note, createdAt: done.at.toISOString() } };
  });

  commandRoute(app, deps, routes.ticketNotes.delete, async ({ params: { id }, principal, identity }) => {
    const done = await converse(
      { ...identity, ...of(id, 'ERR_NO_NOTE_FOUND') },
      { do: 'delete note', noteId: id, by: principal },
    );
    return { position: done.position, reply: null };
  });
};

/** Notes on tickets. */
export const ticketNotes: Feature = { name: 'ticketNotes', routes: calls };

/** The conversation of a ticket or note. */
const of = (id: string, missing: ErrorCode) => ({ key: keyOf(id, missing), missing });
