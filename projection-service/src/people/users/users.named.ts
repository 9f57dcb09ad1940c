import type { Mention, MentionView } from '@prosa/contracts';
import { type Db, sql } from '../../kernel/db.ts';
import { userRows } from './users.rows.ts';

/** The present names by id of the colleagues whom the row called `of` names. */
export const namesIn = (db: Db, of: string) =>
  sql.fragment`coalesce((select jsonb_object_agg(named.id, named.name) from ${db.table(userRows)} named
    where named.id = any(${sql.identifier([of, 'mentioned_ids'])})), '{}')`;

/** The mentions of a row as a view has them. */
export const mentionViews = (mentions: readonly Mention[], names: Readonly<Record<string, string | null>>): MentionView[] =>
  mentions.map(({ userId: id, ...place }) => ({ ...place, user: { id, name: names[id] ?? null } }));
