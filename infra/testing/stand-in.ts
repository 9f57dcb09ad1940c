import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const programs = {
  'graph-stand-in': 'channel-gateway',
  'whatsapp-peer': 'channel-gateway',
  'pix-stand-in': 'command-service',
};

/**
 * Starts a stand-in of the channels (`graph-stand-in`, `whatsapp-peer`) or of a bank (`pix-stand-in`) as a process of its own, on a free
 * port. `url`: where it is, and where its hand is asked.
 */
export const startStandIn = async (name: keyof typeof programs): Promise<{ url: string; stop: () => void }> => {
  const program = fileURLToPath(new URL(`../../${programs[name]}/src/testing/${name}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\/\/(?:[\d.]+|localhost):\d+/.exec(String(printed))?.[0];
  if (!url) throw new Error(`${name} does not tell where it is.`);
  return { url, stop: () => void child.kill() };
};
