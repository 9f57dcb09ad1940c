import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../../kernel/i18n/use-texts.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import styles from './audio-player.module.css';
import { clock } from './media.model.ts';
import { peaksTold } from './peaks.ts';
import { hear, unhear, useSpeed } from './playing.ts';
import { useWaveform } from './use-waveform.ts';
import { WaveformPicture } from './waveform.tsx';

/** Seconds by which the arrow keys and the page keys move the position. */
const STEP = 5;
const PAGE = 30;
const moves: Record<string, number> = {
  ArrowRight: STEP,
  ArrowUp: STEP,
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  PageUp: PAGE,
  PageDown: -PAGE,
};

type Props = {
  url: string;
  bytes: number | null;
  durationMs: number | null;
  /** Its shape, where the device that recorded it told. */
  waveform: readonly number[] | null;
  onGone: () => void;
};

/** Plays an audio in place, at a chosen speed. */
export const AudioPlayer = ({ url, bytes, durationMs, waveform: shape, onGone }: Props) => {
  const { t } = useTexts('messages');
  const language = useLanguage();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const touchedAt = useRef(0);
  const [told, setTold] = useState((durationMs ?? 0) / 1_000);
  const [speed, faster] = useSpeed();
  const waveform = useWaveform({ url, bytes, seconds: told, isPlayed: isPlaying || at > 0, isNotified: shape !== null });
  const length = told || (waveform?.seconds ?? 0);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);
  useEffect(() => {
    const own = audio.current;
    return () => void (own && unhear(own));
  }, []);
  const play = () => {
    const own = audio.current;
    if (!own) return;
    own.playbackRate = speed;
    own.play().catch(() => setPlaying(false));
  };
  const toggle = () => (isPlaying ? audio.current?.pause() : play());
  const seek = (to: number) => {
    const within = Math.max(0, length > 0 ? Math.min(length, to) : to);
    setAt(within);
    if (audio.current) audio.current.currentTime = within;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by !== undefined) seek(at + by);
    else if (event.key === ' ') toggle();
    else return;
    event.preventDefault();
    event.stopPropagation(); // the conversation uses the same keys to move between messages
  };
  const named = new Intl.NumberFormat(language).format(speed);
  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: private voice messages have no captions */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={({ currentTarget }) => {
          hear(currentTarget);
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) => Number.isFinite(duration) && setTold(duration)}
        onError={onGone}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'media.pause' : 'media.play')}
        className={styles.play ?? ''}
        onClick={toggle}
      />
      <div className={styles.track}>
        <WaveformPicture peaks={shape ? peaksTold(shape) : (waveform?.peaks ?? null)} played={length > 0 ? at / length : 0} />
        <span className={styles.times} aria-hidden>
          <span>{clock(at * 1_000)}</span>
          {length > 0 && <span>{at > 0 ? `−${clock((length - at) * 1_000)}` : clock(length * 1_000)}</span>}
        </span>
        <input
          type="range"
          min={0}
          max={Math.max(length, at, 0.1)}
          step={0.1}
          value={at}
          aria-label={t('media.position')}
          aria-valuetext={t('media.played', { at: clock(at * 1_000), length: clock(length * 1_000) })}
          // A slider moves at the first touch: a finger that then scrolls the conversation has not meant it.
          onPointerDown={() => {
            touchedAt.current = at;
          }}
          onPointerCancel={() => seek(touchedAt.current)}
          onKeyDown={handleKeyDown}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </div>
      <button type="button" className={styles.speed} aria-label={t('media.speed', { speed: named })} onClick={faster}>
        {named}×
      </button>
    </div>
  );
};
