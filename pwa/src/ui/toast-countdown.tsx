import { useEffect, useState } from 'react';
import { type Countdown, OFFER_MS } from '../kernel/calls/toasts.slice.ts';
import { filled } from '../kernel/i18n/filled.ts';
import { useTexts } from '../kernel/i18n/use-texts.ts';
import { VisuallyHidden } from './marks/visually-hidden.tsx';

const SECOND_MS = 1_000;

/**
 * The seconds of a toast, of which each is seen and only the first is read out: what changes in a live region would be read at every second.
 */
export const ToastCountdown = ({ countdown, isHeld }: { countdown: Countdown; isHeld: boolean }) => {
  const { t } = useTexts('ui');
  const { words = t('secondsLeft'), until, over } = countdown;
  const seconds = useSeconds(until, isHeld);
  const [first] = useState(seconds);
  return (
    <>
      <VisuallyHidden>{filled(words, { seconds: first })}</VisuallyHidden>
      <span className="countdown" aria-hidden>
        {seconds === 0 && over ? over : filled(words, { seconds })}
      </span>
    </>
  );
};

/** The seconds up to `until`, else those of the toast, whose time begins anew when it is no longer held. */
const useSeconds = (until: number | undefined, isHeld: boolean): number => {
  const [ms, setMs] = useState(() => (until === undefined ? OFFER_MS : until - Date.now()));
  const stands = until === undefined && isHeld;
  useEffect(() => {
    if (stands) return;
    const end = until ?? Date.now() + OFFER_MS;
    const look = () => setMs(end - Date.now());
    look();
    const timer = setInterval(look, SECOND_MS);
    return () => clearInterval(timer);
  }, [until, stands]);
  return Math.max(0, Math.ceil(ms / SECOND_MS));
};
