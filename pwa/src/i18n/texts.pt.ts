import { type Bundle, byNamespace } from './texts.ts';

/** Portuguese, the language that stands in for what another lacks: every `{folder}.pt.json`. What only a screen speaks is in its `{folder}.screen.pt.json`. */
export default byNamespace(
  import.meta.glob<Bundle>(['../*/*.pt.json', '!../*/*.screen.pt.json'], { eager: true, import: 'default' }),
);
