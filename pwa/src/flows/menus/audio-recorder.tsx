import { limits } from '@prosa/contracts';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { type Start, useRecorder } from '../../desk/composer/voice/use-recorder.ts';
import { useWords } from '../../records/use-words.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import styles from './menu-editor.module.css';

const startOwn: Start = async (...given) => (await import('../../desk/composer/voice/recorder.ts')).startRecorder(...given);
type Props = { onDone: (recording: File) => void; onClose: () => void; start?: Start };

/** Records from the moment it is shown until it is stopped, or discarded. A recording that is too short is dropped. */
export const AudioRecorder = ({ onDone, onClose, start = startOwn }: Props) => {
  const words = useWords('menus');
  const [wrong, setWrong] = useState<'noMicrophone' | 'short' | null>(null);
  const { state, durationMs, finish } = useRecorder(start, () => setWrong('noMicrophone'));
  const stop = () =>
    void finish((recording) => {
      if (recording.size < limits.recordingMinBytes) return setWrong('short');
      onDone(new File([recording], words('recordingName'), { type: 'audio/mpeg' }));
      onClose();
    });
  if (wrong)
    return (
      <p role="alert" className={styles.failure}>
        {words(wrong)} <TextButton onClick={onClose}>{words('close')}</TextButton>
      </p>
    );
  const seconds = Math.floor(durationMs / 1_000);
  return (
    <>
      <Button small icon={Square} aria-pressed disabled={state !== 'recording'} onClick={stop} autoFocus>
        {words('stop')}
      </Button>
      <span role="timer" className={styles.time}>
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
      </span>
      <TextButton danger onClick={onClose}>
        {words('discard')}
      </TextButton>
    </>
  );
};
