import { isOptOut } from '@prosa/contracts';
import type { ReceivedKind } from './conversation.commands.ts';

/**
 * Whether a customer's message says that they want no campaigns: a text, or a choice, that is only the word for it. In a group (`authorId`)
 * it is not for us. Without an unfinished ticket it opens none.
 */
export const optsOut = ({ body, brings, authorId }: { body: string; brings?: ReceivedKind; authorId?: unknown }): boolean =>
  !authorId && Object.keys(brings ?? {}).every((kind) => kind === 'choice') && isOptOut(body);
