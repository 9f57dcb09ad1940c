import { routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { readContact } from './contact.reading.ts';
import { viewWith } from './contact.view.ts';
import { beginMerge } from './merge.begin.ts';
import { createMerging } from './merging.ts';

/** Registers the call that merges two contacts. */
export const mergeCalls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData } = deps;
  const view = viewWith(deps);
  const merging = createMerging({ ...deps, connectionsOf: referenceData.connections });

  commandRoute(app, deps, routes.contacts.merge, async ({ body, identity: doer }) => {
    const { companyId, actor, commandId } = doer;
    const [into, contactId] = [body.keepId.toLowerCase(), body.mergeId.toLowerCase()];
    await beginMerge({ store, handle }, doer, { contactId, into });
    const { position, revision } = await merging({ companyId, actor, contactId, into, causationId: commandId });
    return { position, reply: view(await readContact(store, companyId, into, revision)) };
  });
};
