import type { MessageView } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { files } from '../../outbox/files.ts';
import { outbox } from '../../outbox/outbox.ts';
import type { Outgoing } from '../../outbox/outgoing.ts';
import { roomOf } from './media.model.ts';
import styles from './media-body.module.css';

type Props = { message: MessageView; file: NonNullable<Outgoing['file']>; kind: 'image' | 'video' };
type Measure = { width: number; height: number };

/** An own picture or video that Prosa has not taken: shown from the bytes that wait on this device, in the size that its record will have. */
export const WaitingPreview = ({ message, file: { name }, kind }: Props) => {
  const url = useWaitingBytes(message.id);
  const [measure, setMeasure] = useState<Measure | null>(null);
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) return null;
  const media = {
    kind,
    mime: '',
    bytes: null,
    name,
    durationMs: null,
    thumbnailUrl: null,
    width: null,
    height: null,
    ...measure,
  };
  const { width, height } = roomOf({ ...message, media });
  const onError = () => setBroken(true);
  return (
    <div className={styles.waiting} data-waiting={kind} style={{ width, aspectRatio: `${width} / ${height}` }}>
      {kind === 'image' ? (
        <img
          className={styles.whole}
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setMeasure({ width: naturalWidth, height: naturalHeight })
          }
          onError={onError}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the user's own files have no captions
        <video
          className={styles.whole}
          src={url}
          aria-label={name}
          preload="metadata"
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) =>
            setMeasure({ width: videoWidth, height: videoHeight })
          }
          onError={onError}
        />
      )}
    </div>
  );
};

/** An address of the bytes of a file in the outbox, while it is shown; null where this tab cannot read them. */
const useWaitingBytes = (key: string): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    let made: string | null = null;
    const show = async () => {
      const bytes = files.get(key) ?? (await outbox.fileOf(key));
      if (isOver || !bytes) return;
      made = URL.createObjectURL(bytes);
      setUrl(made);
    };
    void show();
    return () => {
      isOver = true;
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [key]);
  return url;
};
