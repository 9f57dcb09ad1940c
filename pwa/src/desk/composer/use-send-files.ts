import { newId } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { files } from '../outbox/files.ts';
import { type Upload, uploadsAsked } from '../uploads/uploads.slice.ts';

export type SentFile = { file: Blob; name: string; caption: string; durationMs?: number; waveform?: number[] };

/** Sends files in order, each as its own message; the first one carries the quote. */
export const useSendFiles = (ticketId: string) => {
  const dispatch = useDispatch();
  return (sent: SentFile[], { signature, quoted }: Pick<Upload, 'signature' | 'quoted'>): void => {
    const uploads = sent.map(({ file, name, caption, durationMs, waveform }, at): Upload => {
      const key = newId();
      files.set(key, file);
      return {
        key,
        ticketId,
        name,
        durationMs,
        waveform,
        signature,
        body: caption.trim(),
        bytes: file.size,
        type: file.type,
        quoted: at === 0 ? quoted : null,
        state: 'waiting',
        part: 0,
        failure: null,
      };
    });
    dispatch(uploadsAsked(uploads));
  };
};
