import { type Bundle, byNamespace } from './texts.ts';

/** English: every `{folder}.en.json`. Texts used only by a screen are in its `{folder}.screen.en.json`. */
export default byNamespace(
  import.meta.glob<Bundle>(['../../**/*.en.json', '!../../**/*.screen.en.json'], { eager: true, import: 'default' }),
);
