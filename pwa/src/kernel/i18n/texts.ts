import type later from './errors.later.pt.json';
import type errors from './errors.pt.json';

/**
 * The texts by namespace, typed by the Portuguese ones. Each folder adds its own: `declare module './texts.ts' { interface Texts { ..
 * } }`.
 */
export interface Texts {
  errors: typeof errors & typeof later;
}

/** A file of texts; `errors` holds the texts of error codes. */
export type Bundle = Record<string, unknown> & { errors?: Record<string, string> };

/** Merges files of texts by namespace, which is the first part of the file's name, and collects the texts of all their error codes. */
export const byNamespace = (files: Record<string, Bundle>): Record<string, Bundle> => {
  const all: Record<string, Bundle> = { errors: {} };
  for (const [path, { errors, ...texts }] of Object.entries(files)) {
    const name = path.slice(path.lastIndexOf('/') + 1).split('.')[0]!;
    all[name] = { ...all[name], ...texts };
    Object.assign(all.errors!, errors);
  }
  return all;
};
