import { existsSync, readFileSync } from 'node:fs';

const file = new URL('../dist/conferir.html', import.meta.url);

/** The page that checks a package offline; null where `npm run build` has not made it. */
export const verifierPage = (): Buffer | null => (existsSync(file) ? readFileSync(file) : null);
