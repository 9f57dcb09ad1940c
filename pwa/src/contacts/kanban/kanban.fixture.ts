import type { CardView, LaneView } from '@prosa/contracts';
import { at, idOf } from '../../testing/records.ts';

export const [offer, done] = [idOf(6, 1), idOf(6, 2)];

/** A card of the first lane; of two the one with the greater number came last. */
export const aCard = (n: number, more: Partial<CardView> = {}): CardView => ({
  id: idOf(4, n),
  companyId: idOf(1, 2),
  tagId: null,
  place: String(n),
  contact: { id: idOf(4, n), name: `Cliente ${n}`, number: `55119000000${n}`, profilePicUrl: null },
  user: null,
  ticket: null,
  observation: null,
  budgetedValue: null,
  negotiatedValue: null,
  description: null,
  createdAt: at(n),
  updatedAt: at(n),
  ...more,
});

export const aLane = (tagId: string | null, more: Partial<LaneView> = {}): LaneView => ({
  tagId,
  name: tagId === null ? null : tagId === offer ? 'Proposta' : 'Fechado',
  color: '#0EA5E9',
  count: 0,
  budgetedValue: 0,
  negotiatedValue: 0,
  cursor: null,
  ...more,
});
