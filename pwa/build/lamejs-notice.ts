import type { Plugin } from 'vite';

/** Adds lamejs's copyright and licence notice to the top of the file that contains it, because minifying removes the original one. */
export const lamejsNotice = (): Plugin => ({
  name: 'lamejs-notice',
  apply: 'build',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/@breezystack/lamejs/')))
        file.code = `/*! lamejs, LGPL-3.0-only: see /licences/lamejs.txt */\n${file.code}`;
  },
});
