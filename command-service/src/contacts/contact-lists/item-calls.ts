import { type ContactListItemOwn, countryOf, derivedId, Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { typedNumber } from '../contacts/contact.address.ts';
import { createHeld, numberKeyOf, placeOfNumber } from './item-keys.ts';
import { listItems } from './list-items.decider.ts';
import { createListItems, type ListItem, streamOfItem } from './list-items.reading.ts';
import { createLists } from './lists.ts';

const missing = 'ERR_NO_CONTACT_LIST_ITEM_FOUND' as const;

/** Registers the calls that add, change and remove single items of lists. */
export const itemCalls = (app: App, deps: Deps): void => {
  const { handle, keys, referenceData } = deps;
  const lists = createLists(deps);
  const items = createListItems(deps);
  const held = createHeld(deps);
  const { create, change, delete: remove } = routes.contactListItems;

  const numberIn = async (companyId: string, typed: string): Promise<string> =>
    typedNumber(typed, countryOf((await referenceData.company(companyId))?.settings.country));
  /** The item after a command. */
  const shown = async (companyId: string, itemId: string, revision: bigint): Promise<ContactListItemOwn> => {
    const item = await items.one(companyId, itemId, revision);
    if (!item) throw new Refused(missing);
    const { numberKey: _, ...view } = item;
    return view;
  };
  /** Throws if the item is not there, or its list was deleted. */
  const existing = async (companyId: string, itemId: string): Promise<ListItem & { stream: string }> => {
    const item = await items.one(companyId, itemId);
    if (!item || !(await lists.isThere(companyId, item.contactListId))) throw new Refused(missing);
    return { ...item, stream: streamOfItem(itemId)! };
  };

  commandRoute(app, deps, create, async ({ body: { contactListId, name, email, ...body }, identity }) => {
    const { companyId, commandId } = identity;
    await lists.assertThere(companyId, contactListId);
    const number = await numberIn(companyId, body.number);
    const numberKey = await numberKeyOf(keys, companyId, number);
    const { stream, idOf } = placeOfNumber(contactListId, numberKey);
    const itemId = idOf(commandId);
    const { position, revision } = await handle({
      ...identity,
      decider: listItems,
      stream,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      command: async (state) => ({
        do: 'add item' as const,
        contactListId,
        item: { itemId, numberKey, name, number, email },
        held: await held(state, [numberKey]),
      }),
    });
    return { position, reply: await shown(companyId, itemId, revision) };
  });

  commandRoute(app, deps, change, async ({ params, body, identity }) => {
    const { companyId } = identity;
    const itemId = params.id.toLowerCase();
    const { stream, contactListId, ...before } = await existing(companyId, itemId);
    const isOther = body.number !== undefined && body.number !== before.number;
    const number = isOther ? await numberIn(companyId, body.number!) : before.number;
    // Who was forgotten gets a new item.
    if (number === null) throw new Refused(missing);
    const numberKey = await numberKeyOf(keys, companyId, number);
    const place = placeOfNumber(contactListId, numberKey);
    const isElsewhere = numberKey !== before.numberKey && place.stream !== stream;
    if (isElsewhere)
      await handle({
        ...identity,
        commandId: derivedId(identity.commandId, 'take'),
        decider: listItems,
        stream: place.stream,
        missing,
        command: async (state) => ({
          do: 'take number' as const,
          contactListId,
          itemId,
          numberKey,
          held: await held(state, [numberKey], itemId),
        }),
      });
    const { position, revision } = await handle({
      ...identity,
      decider: listItems,
      stream,
      missing,
      command: async (state) => {
        const now = await items.one(companyId, itemId);
        const name = body.name ?? now?.name ?? '';
        const email = body.email === undefined ? (now?.email ?? null) : body.email;
        return {
          do: 'change item' as const,
          contactListId,
          item: { itemId, numberKey, name, number, email },
          isSame: now?.name === name && now.number === number && now.email === email,
          isTaken: isElsewhere,
          held: await held(state, [numberKey], itemId),
        };
      },
    });
    return { position, reply: await shown(companyId, itemId, revision) };
  });

  commandRoute(app, deps, remove, async ({ params, identity }) => {
    const itemId = params.id.toLowerCase();
    const stream = streamOfItem(itemId);
    if (stream === null) throw new Refused(missing);
    const { position } = await handle({
      ...identity,
      decider: listItems,
      stream,
      missing,
      command: async () => {
        const { contactListId } = await existing(identity.companyId, itemId);
        return { do: 'remove item' as const, contactListId, itemId };
      },
    });
    return { position, reply: null };
  });
};
