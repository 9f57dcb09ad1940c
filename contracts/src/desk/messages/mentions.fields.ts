import { z } from 'zod';
import * as f from '../../kernel/fields.ts';

/**
 * A colleague whom the text of an observation names: there the text has `@` and their name as it was then, `at` its beginning and `length`
 * in UTF-16 code units.
 */
export const Mention = z.object({ userId: f.id, at: z.number().int().min(0), length: z.number().int().min(2) });
export type Mention = z.output<typeof Mention>;

/** Whether the text has these names at their places, one behind the other. */
export const areMentions = (mentions: readonly Mention[], text: string): boolean =>
  mentions.every(({ at, length }, index) => {
    const before = mentions[index - 1];
    return (before ? before.at + before.length : 0) <= at && at + length <= text.length && text[at] === '@';
  });
