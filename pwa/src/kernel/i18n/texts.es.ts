import { type Bundle, byNamespace } from './texts.ts';

/** Spanish: every `{folder}.es.json`. Texts used only by a screen are in its `{folder}.screen.es.json`. */
export default byNamespace(
  import.meta.glob<Bundle>(['../../**/*.es.json', '!../../**/*.screen.es.json'], { eager: true, import: 'default' }),
);
