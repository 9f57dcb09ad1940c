import { useEffect, useState } from 'react';
import { RecentMap } from '../../../kernel/lists/recent-map.ts';
import { fileIdOf } from './media.model.ts';
import { peaksOf } from './peaks.ts';

/** The shape and the duration of an audio. */
export type Waveform = { peaks: number[]; seconds: number };

/** Larger or longer audios have a plain bar: to be drawn, an audio must be decoded in memory. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_SECONDS = 600;
/** Larger ones are drawn only when they are played, because then their bytes are fetched anyway. */
const UNASKED_BYTES = 2 * 1024 * 1024;
/** A low sample rate that decoders support: only the shape is needed, and ten minutes take 20 MB per channel. */
const RATE = 8_000;
const KEPT = 300;

/** By the file's id, newest last; null is what could not be decoded. */
const drawn = new RecentMap<string, Waveform | null>(KEPT);
/** Decodes one audio at a time, so that a conversation with many does not need the memory for all of them. */
let turn: Promise<unknown> = Promise.resolve();

const keep = (id: string, waveform: Waveform | null): Waveform | null => {
  drawn.set(id, waveform);
  return waveform;
};

const draw = async (url: string, signal: AbortSignal): Promise<Waveform | null> => {
  if (signal.aborted) return null;
  const id = fileIdOf(url);
  const known = drawn.get(id);
  if (known !== undefined) return known;
  const answer = await fetch(url, { signal });
  if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) {
    await answer.body?.cancel();
    return null;
  }
  const bytes = await answer.arrayBuffer();
  if (signal.aborted) return null;
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes);
    return keep(id, { peaks: peaksOf(sound.getChannelData(0)), seconds: sound.duration });
  } catch {
    return keep(id, null); // the browser cannot decode this format, although it may be able to play it
  }
};

type Asked = {
  url: string;
  bytes: number | null;
  /** Duration in seconds, 0 if unknown. */
  seconds: number;
  isPlayed: boolean;
  /** Its shape is known without its bytes. */
  isNotified: boolean;
};

const mayDraw = ({ bytes, seconds, isPlayed }: Asked): boolean => {
  const isLight = bytes !== null && bytes <= UNASKED_BYTES;
  const isSmall = bytes !== null && bytes <= MOST_BYTES && (seconds > 0 ? seconds <= MOST_SECONDS : isLight);
  return 'OfflineAudioContext' in globalThis && isSmall && (isLight || isPlayed);
};

/** The waveform of an audio; null while it is not loaded, and for an audio that is not drawn. */
export const useWaveform = (asked: Asked): Waveform | null => {
  const { url } = asked;
  const [waveform, setWaveform] = useState(() => drawn.get(fileIdOf(url)) ?? null);
  const isWanted = waveform === null && !asked.isNotified && mayDraw(asked);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const drawing = turn.then(() => draw(url, signal));
    turn = drawing.catch(() => undefined); // the player reports what cannot be fetched
    drawing.then(
      (found) => signal.aborted || setWaveform(found),
      () => undefined,
    );
    return () => controller.abort();
  }, [isWanted, url]);
  return waveform;
};
