import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium without windows, of Debian's package of that name: quicker, and enough for most tests. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Path of the browser: CHROMIUM, or the system's; null if there is none. */
export const findChromium = (): string | null =>
  [process.env.CHROMIUM, ...browsers].find((path) => path && existsSync(path)) ?? null;

/**
 * Ensures that there is a browser for the screens' tests: the system's, otherwise Debian's, with its variant without windows. Throws if
 * there is none, and says what to do.
 */
export const ensureChromium = (): void => {
  if (process.env.CHROMIUM) return;
  const isThere = findChromium() !== null;
  const missing = [...(isThere ? [] : ['chromium']), ...(existsSync(HEADLESS_SHELL) ? [] : ['chromium-headless-shell'])];
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (...names: string[]) => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  if (missing.length === 0 || (apt('update', '-qq') && install(...missing)) || isThere || install('chromium')) return;
  throw new Error(
    "No Chromium was found, and apt-get could not install Debian's (package chromium, from the mirrors in /etc/apt). Install one by hand, or name one: CHROMIUM=/path/to/chromium npm test",
  );
};
