import { type Bundle, byNamespace } from './texts.ts';

/**
 * Portuguese, the fallback for missing texts: every `{folder}.pt.json`. Texts used only by a screen are in its `{folder}.screen.pt.json`,
 * those that the first screen can do without in `{folder}.later.pt.json`.
 */
export default byNamespace(
  import.meta.glob<Bundle>(['../../**/*.pt.json', '!../../**/*.{screen,later}.pt.json'], {
    eager: true,
    import: 'default',
  }),
);
