import type { Mention } from '@prosa/contracts';
import { json, uuids } from '../../kernel/columns.ts';

/** The columns of a text that may name colleagues: where it names whom, and the ids in it, by which their names are joined. */
export const namingColumns = { mentions: json<Mention[]>(), mentionedIds: uuids() };

/** Whom a text names, as its row has it. */
export const naming = (mentions: readonly Mention[] = []): { mentions: Mention[]; mentionedIds: string[] } => ({
  mentions: [...mentions],
  mentionedIds: [...new Set(mentions.map(({ userId }) => userId))],
});
