import { type Bundle, byNamespace } from './texts.ts';

/** Portuguese texts that the first screen can do without: every `{folder}.later.pt.json`. */
export default byNamespace(import.meta.glob<Bundle>('../../**/*.later.pt.json', { eager: true, import: 'default' }));
