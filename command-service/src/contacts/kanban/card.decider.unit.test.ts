import { newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type CardEvent, card, type NewCard } from './card.decider.ts';

const [contactId, lane, other] = [newId(), newId(), newId()];
const fields: NewCard = {
  tagId: null,
  observation: null,
  description: null,
  budgetedCents: null,
  negotiatedCents: null,
  addedAt: '2026-03-01T12:00:00.000Z',
  from: null,
};
const added: CardEvent = { type: 'CardAdded', data: { contactId, ...fields } };
const moved = (tagId: string | null): CardEvent => ({ type: 'CardMoved', data: { contactId, tagId } });
const removed: CardEvent = { type: 'CardRemoved', data: { contactId, reason: 'removed' } };

test('a contact has one card: it is added once, and again after it was removed', () => {
  const add = { do: 'add card', contactId, card: fields } as const;
  given(card, []).when(add).gives([added]);
  given(card, [added, moved(lane)])
    .when(add)
    .gives([]);
  given(card, [added, removed]).when(add).gives([added]);
});

test('a card moves into a lane and back to the first one, also into the lane where it is', () => {
  given(card, [added])
    .when({ do: 'move card', contactId, tagId: lane })
    .gives([moved(lane)]);
  given(card, [added, moved(lane)])
    .when({ do: 'move card', contactId, tagId: lane })
    .gives([moved(lane)]);
  given(card, [added, moved(lane)])
    .when({ do: 'move card', contactId, tagId: null })
    .gives([moved(null)]);
});

test('it leaves a lane that is no more only if it is still there', () => {
  given(card, [added, moved(lane)])
    .when({ do: 'leave lane', contactId, tagId: lane })
    .gives([moved(null)]);
  given(card, [added, moved(other)])
    .when({ do: 'leave lane', contactId, tagId: lane })
    .gives([]);
  given(card, []).when({ do: 'leave lane', contactId, tagId: lane }).gives([]);
});

test('what is named of it changes', () => {
  const changes = { description: 'Mesa', budgetedCents: 123_456 };
  given(card, [added])
    .when({ do: 'change card', contactId, changes })
    .gives([{ type: 'CardChanged', data: { contactId, ...changes } }]);
  given(card, [added]).when({ do: 'change card', contactId, changes: {} }).gives([]);
});

test('it is removed by a person, or goes with its contact', () => {
  given(card, [added]).when({ do: 'remove card', contactId }).gives([removed]);
  const dropped: CardEvent = { type: 'CardRemoved', data: { contactId, reason: 'contact-deleted' } };
  given(card, [added]).when({ do: 'drop card', contactId, reason: 'contact-deleted' }).gives([dropped]);
  given(card, [added, removed]).when({ do: 'drop card', contactId, reason: 'contact-deleted' }).gives([]);
});

test.each([
  { do: 'move card', tagId: lane },
  { do: 'change card', changes: { description: 'Mesa' } },
  { do: 'remove card' },
] as const)('without a card there is nothing to $do', (command) => {
  given(card, [])
    .when({ contactId, ...command })
    .refuses('ERR_NO_CARD_FOUND');
  given(card, [added, removed])
    .when({ contactId, ...command })
    .refuses('ERR_NO_CARD_FOUND');
});
