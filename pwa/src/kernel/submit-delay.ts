import { limits } from '@prosa/contracts';

/** Resolves when a form whose button was pressed may be sent. Forms that send by a command have the same delay there. */
export const submitDelay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, limits.submitDelayMs));
