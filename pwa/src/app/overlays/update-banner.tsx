import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useIsHeld } from '../../kernel/holds.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Feature } from '../../shell/feature.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Banner } from '../../ui/marks/states.tsx';
import type { NewVersion } from './versions.ts';

/** A new version that was asked to activate does so within this time, or not for minutes. */
const ACTIVATES_MS = 3_000;

/** Whether a reload would lose something: what components hold (`useHold`), or what features have only in this page. */
const useWouldLose = (): boolean => {
  const features = useFeatures();
  const isInStore = useSelector((state) => features.some(({ holds }: Feature) => holds?.(state as never) ?? false));
  return useIsHeld() || isInStore;
};

/**
 * Offers a new version. If a reload would lose something, a user who accepts gets it as soon as that is finished, and may cancel. Drafts
 * are stored on the device, so they delay nothing.
 */
export const UpdateBanner = ({ isActive, activate, replace, reload }: NewVersion) => {
  const { t } = useTexts();
  const [isAccepted, setAccepted] = useState(false);
  const [isPutOff, setPutOff] = useState(false);
  const wouldLose = useWouldLose();
  const isDue = isAccepted && !wouldLose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when nothing holds the reload any more
  useEffect(() => {
    if (!isDue) return;
    if (isActive) return void reload();
    setPutOff(false);
    activate();
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const replaceLater = () => {
      timer = setTimeout(async () => {
        if ((await replace(left.signal)) || left.signal.aborted) return;
        setPutOff(true);
        replaceLater();
      }, ACTIVATES_MS);
    };
    replaceLater();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isDue, isActive]);
  const [text, action] = !isAccepted
    ? (['newVersion', 'update'] as const)
    : wouldLose
      ? (['updateWaits', 'updateNotNow'] as const)
      : isPutOff
        ? (['updateOffline', 'updateNotNow'] as const)
        : (['updating', null] as const);
  return (
    <Banner icon={RefreshCw} action={action && <TextButton onClick={() => setAccepted(!isAccepted)}>{t(action)}</TextButton>}>
      {t(text)}
    </Banner>
  );
};
