/**
 * A difference that a check has found. `file` is a file of the package, `line` a line of `events.jsonl` from 1 (of `line-missing`: the line that
 * it was), `at` a path in its data, `head` a head that was given beside the package, from 1.
 */
export type Finding = {
  code: Code;
  file?: string;
  line?: number;
  at?: string;
  stream?: string;
  revision?: number;
  head?: number;
};

/** Everything that can be found; README.md says what each means. */
export const codes = [
  'container-unreadable',
  'container-changed',
  'manifest-unreadable',
  'manifest-signature',
  'other-key',
  'file-missing',
  'file-changed',
  'file-added',
  'head-unreadable',
  'head-foreign',
  'head-signature',
  'proof-unreadable',
  'line-changed',
  'line-missing',
  'line-moved',
  'line-added',
  'line-unreadable',
  'line-not-in-tree',
  'revision-gap',
  'value-unproved',
  'file-unproved',
  'tree-incomplete',
  'tree-root',
  'kept-unreadable',
  'kept-foreign',
  'kept-signature',
  'kept-unlinked',
  'log-shortened',
  'log-rewritten',
] as const;
export type Code = (typeof codes)[number];

/** What was checked, for the person who reads the result; the parts that could not be read are null. */
export type Facts = {
  key: string | null;
  origin: string | null;
  /** When the head was signed, in seconds since 1970. */
  signedAt: number | null;
  /** How many leaves the head's tree has. */
  treeSize: number | null;
  exportedAt: string | null;
  events: number;
  /** Personal values that are shown with their proof, and those that stay covered. */
  shown: number;
  covered: number;
};
export type Report = { findings: Finding[]; facts: Facts };
