import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const folder = fileURLToPath(new URL('../../infra/verify/', import.meta.url));
const page = join(folder, 'page');

/**
 * Writes `infra/verify/dist/conferir.html`: the verifier of exports as one file with its code and style inside, which checks offline. It is
 * built of the source that `npx prosa-verify` runs.
 */
export const verifierPage = (): Plugin => ({
  name: 'verifier-page',
  apply: 'build',
  closeBundle: async () => {
    const code = await scriptOf(join(page, 'page.ts'));
    const html = readFileSync(join(page, 'conferir.html'), 'utf8')
      .replace('/*style*/', () => readFileSync(join(page, 'page.css'), 'utf8').replace(/\s+/g, ' '))
      // Inside of a page, a script would end at the first such text.
      .replace('/*script*/', () => code.replaceAll('</script', '<\\/script').trim());
    mkdirSync(join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'dist/conferir.html'), html);
  },
});

const scriptOf = async (entry: string): Promise<string> => {
  const built = await build({
    configFile: false,
    root: page,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'verifier' }, target: 'es2022', copyPublicDir: false },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  return output!.output[0].code;
};
