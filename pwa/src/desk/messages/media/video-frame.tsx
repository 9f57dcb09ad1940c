import { useEffect, useRef, useState } from 'react';
import { useNear } from '../../../ui/hooks/use-near.ts';
import { frameOf, keepFrame } from './frames.ts';
import styles from './media-body.module.css';

/** Past the black that many videos begin with. */
const AT_SECONDS = 0.1;

/**
 * The first frame of a video: made by the browser, of the beginning of the file alone, once it comes near the screen. Until then, where the person
 * saves data, and where the browser cannot play it, it is dark, or shows its small picture, which is much smaller than a screen deserves.
 */
export const VideoFrame = ({ url, alt, poster = null }: { url: string; alt: string; poster?: string | null }) => {
  const [box, isNear] = useNear<HTMLSpanElement>();
  const [frame, setFrame] = useState(() => frameOf(url));
  if (frame) return <img className={styles.whole} src={frame} alt={alt} />;
  return (
    <span className={styles.dark} ref={box}>
      {poster && <img className={styles.whole} src={poster} alt={alt} loading="lazy" />}
      {isNear && !savesData() && <Still url={url} onFrame={setFrame} />}
    </span>
  );
};

/** A player that never plays. It gives its frame and goes, as browsers bear few players at once; where it gives none, it stays. */
const Still = ({ url, onFrame }: { url: string; onFrame: (frame: string) => void }) => {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    let isHere = true;
    // The service worker keeps no file that is asked for so: that would load all of it.
    video.src = `${url}?frame#t=${AT_SECONDS}`;
    video.requestVideoFrameCallback?.(async () => {
      const frame = isHere && (await keepFrame(url, video).catch(() => null));
      if (frame && isHere) onFrame(frame);
    });
    return () => {
      isHere = false;
      // Only so does it stop loading.
      video.removeAttribute('src');
      video.load();
    };
  }, [url, onFrame]);
  return (
    <video
      ref={ref}
      className={styles.whole}
      preload="metadata"
      muted
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      aria-hidden
      tabIndex={-1}
    />
  );
};

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
