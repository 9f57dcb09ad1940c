import { type Bundle, byNamespace } from './texts.ts';

/**
 * Portuguese, the fallback for missing texts: every `{folder}.pt.json`. Texts used only by a screen are in its `{folder}.screen.pt.json`.
 */
export default byNamespace(
  import.meta.glob<Bundle>(['../../**/*.pt.json', '!../../**/*.screen.pt.json'], { eager: true, import: 'default' }),
);
