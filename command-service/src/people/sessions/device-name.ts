import type { SignInDevice } from '@prosa/contracts';
import Bowser from 'bowser';

/** Longest `User-Agent` that is read: browsers send some hundred characters. */
const MAX_AGENT = 1_000;
const kinds: Record<string, SignInDevice['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** The browser and device in a `User-Agent`, in few words; null where it names nothing known. */
export const deviceOf = (agent: string | undefined): SignInDevice => {
  if (!agent) return { browser: null, system: null, kind: null };
  const { browser, os, platform } = Bowser.parse(agent.slice(0, MAX_AGENT));
  return { browser: browser.name || null, system: os.name || null, kind: kinds[platform.type ?? ''] ?? null };
};
