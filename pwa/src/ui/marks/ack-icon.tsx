import ArrowUp from 'lucide-react/icons/arrow-up';
import AudioLines from 'lucide-react/icons/audio-lines';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { IconType } from './icon.tsx';

const icons: IconType[] = [Clock, ArrowUp, Check, CheckCheck, CheckCheck, AudioLines];

type Props = {
  ack: number;
  state?: 'failed' | 'unsure' | null;
  /** Only an audio message can be played: for other kinds 5 is shown as 4. */
  audio?: boolean;
  /** Hidden from screen readers: in a list's row the text is enough. */
  silent?: boolean;
};

/** The delivery state of an own message: 0 clock, 1 arrow, 2 tick, 3 two ticks, 4 in accent, 5 wave; failed, unsure. */
export const AckIcon = ({ ack, state = null, audio = false, silent = false }: Props) => {
  const { t } = useTexts('ui');
  const shown = Math.min(Math.max(ack, 0), audio ? 5 : 4);
  const Drawn = state === 'failed' ? CircleAlert : state === 'unsure' ? CircleQuestionMark : icons[shown]!;
  const label = state ? t(state) : t(`ack${shown}` as 'ack0');
  return (
    <span className="ack" {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}>
      <Drawn className={`icon ${state ? 'bad' : shown >= 4 ? 'read' : ''}`} />
    </span>
  );
};
