import { type CardFact, tags } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { present, recordDecider } from '../../records/record.decider.ts';
import type { NewCard } from './card.decider.ts';

const tag = recordDecider<{ kanban: number }>(tags);

/** Whether a tag is a lane of the company's board, as its stream tells now. */
export const isLane = async ({ store }: { store: Store }, companyId: string, tagId: string): Promise<boolean> => {
  const facts = await store.load(`tag-${tagId}`);
  if (facts[0]?.meta.companyId !== companyId) return false;
  const { records } = facts.reduce((state, fact) => tag.evolve(state, fact as never, fact.meta), tag.initial());
  return present(records, tagId)?.kanban === 1;
};

/** A card with all its fields, as its stream tells now; null if there is none. Texts are null if the person was forgotten. */
export const readCard = async (store: Store, companyId: string, contactId: string): Promise<NewCard | null> => {
  const facts = (await store.load(`card-${contactId}`)) as unknown as readonly CardFact[];
  return facts.filter(({ meta }) => meta.companyId === companyId).reduce<NewCard | null>(folded, null);
};

const folded = (known: NewCard | null, { type, data }: CardFact): NewCard | null => {
  if (type === 'CardRemoved') return null;
  const { contactId: _, ...fields } = data;
  return type === 'CardAdded' ? (fields as NewCard) : known && { ...known, ...fields };
};
