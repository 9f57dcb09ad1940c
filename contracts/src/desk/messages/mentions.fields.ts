import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';

/**
 * A colleague whom the text of an observation names: there the text has `@` and their name as it was then, `at` its beginning and `length`
 * in UTF-16 code units.
 */
export const Mention = z.object({ userId: f.id, at: z.number().int().min(0), length: z.number().int().min(2) });
export type Mention = z.output<typeof Mention>;

/** A mention as it is shown: with what the colleague is called now. */
export const MentionView = Mention.omit({ userId: true }).extend({ user: z.object({ id: f.id, name: z.string().nullable() }) });
export type MentionView = z.output<typeof MentionView>;

/** The mentions that come with a text in a call. */
export const mentionsField = z.array(Mention).max(limits.mentions, 'Too Long!').optional();

/** Whether the text has these names at their places, one behind the other. */
export const areMentions = (mentions: readonly Mention[], text: string): boolean =>
  mentions.every(({ at, length }, index) => {
    const before = mentions[index - 1];
    return (before ? before.at + before.length : 0) <= at && at + length <= text.length && text[at] === '@';
  });
