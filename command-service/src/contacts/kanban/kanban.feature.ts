import { type ErrorCode, FIRST_LANE, Refused, routes } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { asItWas } from '../../kernel/state-as-of.ts';
import { readContact } from '../contacts/contact.reading.ts';
import { type CardCommand, type CardState, card } from './card.decider.ts';
import { isLane } from './card.reading.ts';
import { settleCards } from './kanban.reactors.ts';

const missing = 'ERR_NO_CARD_FOUND';
const noContact = 'ERR_NO_CONTACT_FOUND';
const on = (contactId: string) => ({ decider: card, stream: `card-${contactId}`, missing }) as const;
type Command = CardCommand | ((state: CardState) => CardCommand | Promise<CardCommand>);

const calls = (app: App, deps: Deps): void => {
  const { store, handle, clock } = deps;

  /** Carries a command out; the reply is the card as it was then. */
  const carryOut = async (identity: CommandIdentity, id: string, command: Command, foreign: ErrorCode = missing) => {
    const done = await handle({ ...identity, ...on(id), missing: foreign, command });
    const known = await asItWas(store, on(id), done, (state) => state.card);
    return { position: done.position, reply: { id, tagId: known?.tagId ?? null } };
  };

  commandRoute(app, deps, routes.kanban.add, ({ body: { contactId }, identity }) => {
    const command = async ({ card: known }: CardState): Promise<CardCommand> => {
      if (!known && !(await readContact(store, identity.companyId, contactId))) throw new Refused(noContact);
      const nothing = { observation: null, description: null, budgetedCents: null, negotiatedCents: null };
      const added = { tagId: null, ...nothing, addedAt: clock().toISOString(), from: null };
      return { do: 'add card', contactId, card: added };
    };
    return carryOut(identity, contactId, command, noContact);
  });

  commandRoute(app, deps, routes.kanban.move, ({ params: { laneId, cardId: contactId }, identity }) =>
    carryOut(identity, contactId, async ({ card: known }) => {
      const tagId = laneId === FIRST_LANE ? null : laneId;
      // The card's absence is told first.
      if (known && tagId !== null && !(await isLane(deps, identity.companyId, tagId))) throw new Refused('ERR_NO_TAG_FOUND');
      return { do: 'move card', contactId, tagId };
    }),
  );

  commandRoute(app, deps, routes.kanban.change, ({ params: { id: contactId }, body, identity }) => {
    const { budgetedValue, negotiatedValue, ...texts } = body;
    const changes = {
      ...texts,
      ...(budgetedValue !== undefined && { budgetedCents: budgetedValue }),
      ...(negotiatedValue !== undefined && { negotiatedCents: negotiatedValue }),
    };
    return carryOut(identity, contactId, { do: 'change card', contactId, changes });
  });

  commandRoute(app, deps, routes.kanban.delete, async ({ params: { id: contactId }, identity }) => {
    const { position } = await handle({ ...identity, ...on(contactId), command: { do: 'remove card', contactId } });
    return { position, reply: null };
  });
};

/** The board: the cards of contacts. Its lanes are tags. */
export const kanban: Feature = { name: 'kanban', routes: calls, reactors: [settleCards] };
