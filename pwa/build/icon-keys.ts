import type { Plugin } from 'vite';

/**
 * Numbers the parts of Lucide's icons: React needs a key for each, but only among its siblings, and Lucide's random ones do not compress. They
 * are a kilobyte of what the first screen loads.
 */
export const iconKeys = (): Plugin => ({
  name: 'icon-keys',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => {
      let at = 0;
      return { code: code.replace(/\bkey: (['"])\w+\1/g, () => `key: "${at++}"`), map: null };
    },
  },
});
