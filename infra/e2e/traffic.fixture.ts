import { fileURLToPath } from 'node:url';
import { type Conversation, readConversations } from '../simulate/conversations.ts';
import { type Progress, type Result, simulate } from '../simulate/simulate.ts';
import type { Product } from '../testing/product.ts';

const recorded = fileURLToPath(new URL('./fixtures/conversations.jsonl.gz', import.meta.url));

/** The required result of a run: nothing lost, duplicated, out of order or failed. */
export const nothingWrong = { lost: 0, duplicated: 0, outOfOrder: 0, different: 0, errors: 0 };

/** Plays a number of the recorded conversations. Errors are part of the result, so that a failing test shows which. */
export const traffic = async (
  product: Product,
  options: { conversations: number; concurrency: number; seed: number; onProgress?: (progress: Progress) => void },
): Promise<{ result: Result; failures: string[]; conversations: Conversation[] }> => {
  const conversations = readConversations(recorded, options.conversations);
  const failures: string[] = [];
  const result = await simulate({
    url: product.url,
    demo: product.demo,
    conversations,
    concurrency: options.concurrency,
    speed: Number.POSITIVE_INFINITY,
    kinds: 0.2,
    media: 0.1,
    seed: options.seed,
    onError: (error) => failures.push(error.message),
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
  return { result, failures, conversations };
};
