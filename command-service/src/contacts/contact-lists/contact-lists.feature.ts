import { derivedId, Refused, routes } from '@prosa/contracts';
import { isOff } from '../../channels/connections/is-off.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { checkItems, checkLists, emptyLists, leaveLists } from './contact-lists.reactors.ts';
import { itemCalls } from './item-calls.ts';
import { listCheck } from './list-check.decider.ts';
import { createListChecks } from './list-checks.ts';
import { createLists } from './lists.ts';

const checkCall = (app: App, deps: Deps): void => {
  const lists = createLists(deps);
  const checks = createListChecks(deps);
  commandRoute(app, deps, routes.contactListItems.check, async ({ params: { id: contactListId }, identity }) => {
    const { companyId } = identity;
    await lists.assertThere(companyId, contactListId);
    const connection = await checks.asked(companyId);
    if (!connection) throw new Refused('ERR_NUMBERS_UNKNOWABLE');
    if (isOff(connection)) throw new Refused('ERR_WAPP_CHECK_CONTACT');
    const checkId = derivedId(identity.commandId, 'list-check');
    const { position } = await deps.handle({
      ...identity,
      decider: listCheck,
      stream: `list-check-${checkId}`,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      command: { checkId, contactListId },
    });
    return { position, reply: null };
  });
};

/** The items of contact lists; the lists are plain records, and imports fill them (`imports`). */
export const contactListItems: Feature = {
  name: 'contact-list-items',
  routes: (app, deps) => {
    itemCalls(app, deps);
    checkCall(app, deps);
  },
  reactors: [checkLists, checkItems, leaveLists, emptyLists],
};
