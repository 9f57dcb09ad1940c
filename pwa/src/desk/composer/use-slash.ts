import { useSyncExternalStore } from 'react';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Later } from '../../kernel/loading/later.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { SlashPart } from '../../shell/feature.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { type About, filledReply, greetingAt } from './quick-replies.model.ts';

/** No feature offers anything. */
const none: Later<SlashPart> = {
  load: () => new Promise(() => undefined),
  now: () => null,
  subscribe: () => () => undefined,
};

/** What a feature offers behind the slash, once it is loaded, and what fills in a ticket's variables. */
export const useSlash = (about: About, isWanted: boolean): { slash: SlashPart | null; fill: (text: string) => string } => {
  const { t } = useTexts('composer');
  const { time } = useFormat();
  const part = useFeatures().find(({ slash }) => slash)?.slash ?? none;
  useLoaded(part, isWanted);
  const slash = useSyncExternalStore(part.subscribe, part.now);
  const fill = (text: string) => {
    const hour = Number.parseInt(time(new Date().toISOString()), 10);
    return filledReply(text, about, t(greetingAt(hour)));
  };
  return { slash, fill };
};
