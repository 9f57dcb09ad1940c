import type errors from './errors.pt.json';

/**
 * The texts by namespace, as Portuguese has them. Each folder adds its own: `declare module '../i18n/texts.ts' { interface Texts { .. } }`.
 */
export interface Texts {
  errors: typeof errors;
}

/** A file of texts; what is below `errors` are the words of error codes. */
export type Bundle = Record<string, unknown> & { errors?: Record<string, string> };

/** Files of texts by their namespace, which is how their name begins, and the words of all their error codes together. */
export const byNamespace = (files: Record<string, Bundle>): Record<string, Bundle> => {
  const all: Record<string, Bundle> = { errors: {} };
  for (const [path, { errors, ...texts }] of Object.entries(files)) {
    const name = path.slice(path.lastIndexOf('/') + 1).split('.')[0]!;
    all[name] = { ...all[name], ...texts };
    Object.assign(all.errors!, errors);
  }
  return all;
};
