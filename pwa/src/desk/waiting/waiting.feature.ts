import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { later } from '../../kernel/loading/later.ts';
import type { Feature } from '../../shell/feature.ts';
import { selectOutbox, type WithMessages } from '../messages/state/messages.slice.ts';
import type texts from './waiting.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    waiting: typeof texts;
  }
}

type State = WithMessages & Parameters<typeof selectLive>[0];

/** While Prosa can be reached, waiting messages are being sent: the shell shows only refused ones. */
const count = (state: State): number => {
  const { offline, stale } = selectLive(state);
  const isAway = offline || stale;
  return selectOutbox(state).filter((one) => one.state === 'failed' || (isAway && one.state === 'waiting')).length;
};

/** The messages of this device that were not sent yet. */
export const feature: Feature = {
  name: 'waiting',
  waits: {
    count,
    part: later(async () => (await Promise.all([import('./waiting-list.tsx'), loadScreenTexts('waiting')]))[0], { atRest: true }),
  },
};
