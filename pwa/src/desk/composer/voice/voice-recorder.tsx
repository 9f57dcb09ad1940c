import { limits, WAVEFORM_PARTS } from '@prosa/contracts';
import Mic from 'lucide-react/icons/mic';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { failureShown, notified } from '../../../kernel/calls/toasts.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useIsNarrowPane } from '../../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { type Start, useRecorder } from './use-recorder.ts';
import styles from './voice-recorder.module.css';

type Props = {
  onSend: (recording: Blob, recorded: { durationMs: number; waveform?: number[] }) => void;
  onClose: () => void;
  start?: Start;
};

const startOwn: Start = async (...given) => (await import('./recorder.ts')).startRecorder(...given);

/** Replaces the field: a voice message that is recorded, played back, and sent or discarded. A voice has no text that could be signed. */
export const VoiceRecorder = ({ onSend, onClose, start = startOwn }: Props) => {
  const { t } = useTexts('composer');
  const dispatch = useDispatch();
  const isCompact = useIsNarrowPane();
  const handleFailed = (error: unknown) => {
    const name = error instanceof Error ? error.name : '';
    const words =
      name === 'NotAllowedError' || name === 'SecurityError'
        ? 'micDenied'
        : name === 'NotFoundError'
          ? 'micMissing'
          : 'micFailed';
    dispatch(failureShown(failureOf(error), t(words)));
    onClose();
  };
  const { state, durationMs, loudness, pause, resume, finish } = useRecorder(start, handleFailed);
  const { playedMs, isPlaying, play, stop, setRecording, clear } = usePlayer();
  const isPaused = state === 'paused';
  const goOn = () => {
    clear();
    void resume();
  };
  const send = () =>
    void finish((recording) => {
      if (recording.size < limits.recordingMinBytes) dispatch(notified({ kind: 'warn', text: t('recordingShort') }));
      else onSend(recording, { durationMs: Math.round(durationMs), ...waveformOf(loudness) });
      onClose();
    });
  const isReady = state === 'recording' || isPaused;
  return (
    <section className={styles.recorder} aria-label={t('recording')}>
      <IconButton icon={Trash2} label={t('discardRecording')} onClick={onClose} />
      {isPaused ? (
        <IconButton
          icon={isPlaying ? Square : Play}
          label={t(isPlaying ? 'stopListening' : 'listen')}
          onClick={isPlaying ? stop : play}
        />
      ) : (
        <span className={`${styles.light} ${state === 'recording' ? styles.on : ''}`} aria-hidden="true" />
      )}
      <span className={styles.time} role="timer">
        {clock(isPlaying ? playedMs : durationMs)}
      </span>
      <Bars
        loudness={loudness}
        part={isPlaying ? playedMs / durationMs : null}
        most={isCompact ? PHONE_BARS : BARS}
        isWhole={isPaused}
      />
      <VisuallyHidden>
        <span role="status">{t(state === 'starting' ? 'recordingStarts' : isPaused ? 'recordingPaused' : 'recording')}</span>
      </VisuallyHidden>
      {isPaused ? (
        <IconButton icon={Mic} label={t('resumeRecording')} className={styles.danger} onClick={goOn} />
      ) : (
        <IconButton
          icon={Pause}
          label={t('pauseRecording')}
          disabled={state !== 'recording'}
          onClick={() => void pause(setRecording)}
        />
      )}
      {isCompact ? (
        <IconButton
          icon={SendHorizontal}
          kind="primary"
          className={styles.send}
          label={t('sendRecording')}
          disabled={!isReady}
          onClick={send}
        />
      ) : (
        <Button kind="primary" icon={SendHorizontal} disabled={!isReady} onClick={send} autoFocus>
          {t('sendRecording')}
        </Button>
      )}
    </section>
  );
};

/** Plays the recording so far, from its start. If it is not there yet when it is asked for, as soon as it is. */
const usePlayer = () => {
  const [recording, setRecording] = useState<Blob | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [playedMs, setPlayed] = useState(0);
  useEffect(() => {
    if (!recording || !isPlaying) return;
    const url = URL.createObjectURL(recording);
    const player = new Audio(url);
    let isOver = false;
    const end = () => isOver || setPlaying(false);
    player.ontimeupdate = () => setPlayed(player.currentTime * 1_000);
    player.onended = end;
    player.play().catch(end);
    return () => {
      isOver = true;
      player.pause();
      URL.revokeObjectURL(url);
    };
  }, [recording, isPlaying]);
  const stop = () => setPlaying(false);
  return {
    playedMs,
    isPlaying,
    setRecording,
    play: () => {
      setPlayed(0);
      setPlaying(true);
    },
    stop,
    clear: () => {
      stop();
      setRecording(null);
    },
  };
};

const BARS = 56;
/** As many as a phone has room for beside the buttons. */
const PHONE_BARS = 27;
type BarsProps = {
  loudness: number[];
  part: number | null;
  /** The number of bars for all of it. */
  most: number;
  isWhole: boolean;
};
/** The loudness as bars: the latest part while recording, all of it during playback, with the part already played. */
const Bars = ({ loudness, part, most, isWhole }: BarsProps) => {
  const shown = isWhole ? thinned(loudness, most) : loudness.slice(-BARS);
  return (
    <span className={styles.bars} aria-hidden="true">
      {shown.map((loud, at) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ only in height
          key={at}
          className={part !== null && at / shown.length < part ? styles.heard : ''}
          style={{ height: `${Math.max(8, percentOf(loud))}%` }}
        />
      ))}
    </span>
  );
};

/** The loudest of each of `bars` parts; all of it if there is less. */
const thinned = (loudness: number[], bars: number): number[] =>
  loudness.length <= bars
    ? loudness
    : Array.from({ length: bars }, (_, at) =>
        Math.max(...loudness.slice(Math.floor((at * loudness.length) / bars), Math.floor(((at + 1) * loudness.length) / bars))),
      );

/** As high as it is drawn. */
const percentOf = (loud: number): number => Math.round(Math.min(1, Math.sqrt(loud) * 1.6) * 100);

const waveformOf = (loudness: number[]): { waveform?: number[] } =>
  loudness.length === 0 ? {} : { waveform: thinned(loudness, WAVEFORM_PARTS).map(percentOf) };

/** Formats milliseconds as minutes and seconds. */
const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
