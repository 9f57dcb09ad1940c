import { type CampaignPartFact, derivedId } from '@prosa/contracts';
import { boundedCache, type Store } from '@prosa/infra/runtime';

/** Recipients of a part. */
export const PART = 500;
export const partIdOf = (campaignId: string, part: number): string => derivedId(campaignId, 'part', String(part));
export const partStream = (partId: string): string => `campaign-part-${partId}`;
export const recipientIdOf = (campaignId: string, itemId: string): string => derivedId(campaignId, 'recipient', itemId);

type Frozen = Extract<CampaignPartFact, { type: 'PartFrozen' }>['data'];
/** `who` is null if the person was forgotten. */
export type FrozenRecipient = Omit<Frozen['recipients'][number], 'who'> & { who: Frozen['recipients'][number]['who'] | null };

/** The recipients of a part as they were frozen; null: there is no such part. */
export const frozenPart = async (store: Store, partId: string): Promise<FrozenRecipient[] | null> => {
  const [first] = await store.load(partStream(partId), { max: 1 });
  return first?.type === 'PartFrozen' ? (first.data as Frozen).recipients : null;
};

const MAX_PARTS = 20;
/** How long a part is used as it was read: somebody in it may be forgotten, in milliseconds. */
const FRESH_MS = 60_000;

/** Parts that are read for one recipient after the other. */
export const knownParts = (store: Store) => {
  const known = boundedCache<string, Promise<FrozenRecipient[] | null>>({ max: MAX_PARTS, ttl: FRESH_MS });
  return async (partId: string, recipientId: string): Promise<FrozenRecipient | null> => {
    const reading = known.get(partId) ?? frozenPart(store, partId);
    known.set(partId, reading);
    reading.catch(() => known.delete(partId));
    return (await reading)?.find((one) => one.recipientId === recipientId) ?? null;
  };
};
