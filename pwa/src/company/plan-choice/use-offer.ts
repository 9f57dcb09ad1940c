import type { OfferedPlan } from '@prosa/contracts';
import { plans } from '@prosa/contracts/schemas';
import { api } from '../../kernel/calls/client.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';

/** The plans to choose from. */
export type Offer = {
  /** Null until they have come. */
  plans: OfferedPlan[] | null;
  hasFailed: boolean;
  retry: () => void;
};

/** Fetches the plans to choose from. */
export const useOffer = (): Offer => {
  const { reply, failure, again } = useAnswer(() => api.call(plans.routes.offered, {}));
  return { plans: reply?.data.plans ?? null, hasFailed: failure !== null, retry: again };
};
