import { type Bundle, byNamespace } from './texts.ts';

/** Spanish: every `{folder}.es.json`. What only a screen speaks is in its `{folder}.screen.es.json`. */
export default byNamespace(
  import.meta.glob<Bundle>(['../*/*.es.json', '!../*/*.screen.es.json'], { eager: true, import: 'default' }),
);
