/**
 * How somebody looks at the work or the data of others: they read a conversation that they do not serve (`conversation`), what happened to a
 * record (`history`), what stood on a screen then (`past`), or all that is known of a person (`data`).
 */
export const lookKinds = ['conversation', 'history', 'past', 'data'] as const;
export type LookKind = (typeof lookKinds)[number];

/**
 * What a call looks at: `at` is the kind of record, in the singular (`ticket`, `contact`, `user`, `company`), and the one parameter of the
 * address its id. A call that can be asked as of an earlier time is then of the kind `past`; if it declares `past`, it is a look only then.
 */
export type Looks = { kind: LookKind; at: string };

/** A look: at which record. */
export type Look = { kind: LookKind; subject: { kind: string; id: string } };

/** The look that a call is; null: it is none. `params` and `query` as they were validated. */
export const lookOf = (looks: Looks | undefined, params: unknown, query: unknown): Look | null => {
  if (!looks) return null;
  const isPast = (query as { asOf?: string } | undefined)?.asOf !== undefined;
  if (looks.kind === 'past' && !isPast) return null;
  const [id] = Object.values((params ?? {}) as Record<string, unknown>);
  return { kind: isPast ? 'past' : looks.kind, subject: { kind: looks.at, id: String(id) } };
};
