import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium } from 'playwright-core';
import { chromiumPath } from './browser.fixture.ts';

export type Running = {
  context: BrowserContext;
  cdp: CDPSession;
  /** As a person closes it. */
  close: () => Promise<void>;
  /** As a crash or the system does. */
  kill: () => Promise<void>;
};

/** A browser of one person over several starts: what it stores outlives it. Remove the profile at the end. */
export const newProfile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-profile-'));
  const start = async (): Promise<Running> => {
    const process_ = spawn(
      chromiumPath(),
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--no-first-run',
        '--accept-lang=pt-BR',
        '--lang=pt-BR',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        '--window-size=1440,900',
        // A mouse, which a machine without a screen does not have.
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
        'about:blank',
      ],
      { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LANGUAGE: 'pt_BR' } },
    );
    const browser = await chromium.connectOverCDP(await addressOf(process_));
    const context = browser.contexts()[0]!;
    context.setDefaultTimeout(40_000);
    const cdp = await browser.newBrowserCDPSession();
    const exited = once(process_, 'exit');
    return {
      context,
      cdp,
      close: async () => {
        await cdp.send('Browser.close').catch(() => undefined);
        await exited;
      },
      kill: async () => {
        process.kill(-process_.pid!, 'SIGKILL'); // with all its children
        await exited;
      },
    };
  };
  return { start, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
};

const addressOf = (browser: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    browser.once('exit', () => reject(new Error(`The browser did not start: ${said}`)));
    browser.stderr?.on('data', (words: Buffer) => {
      said += words;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
  });
