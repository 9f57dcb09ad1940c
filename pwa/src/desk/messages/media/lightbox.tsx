import { Overlay2 } from '@blueprintjs/core';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { usePane } from '../../../kernel/use-pane.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { frameOf } from './frames.ts';
import styles from './lightbox.module.css';
import { mediaOf, type ShownMedia, type WithMedia } from './media.model.ts';
import { hear } from './playing.ts';
import { Unshown } from './unshown.tsx';
import { useZoom } from './use-zoom.ts';

type Props = {
  /** In ascending order. */
  all: WithMedia[];
  /** The message shown first. */
  first: string;
  /** Requests new addresses, because one may have expired; not needed where they have just been fetched. */
  onRefresh?: () => void;
  onClose: () => void;
};

/** The measures of a video before it loads, so that its place does not change; see the style sheet. */
const roomFor = ({ width, height }: ShownMedia): CSSProperties | undefined =>
  width && height ? ({ '--width': width, '--ratio': width / height } as CSSProperties) : undefined;

/** Shows the conversation's pictures and videos in full size, one at a time. */
export const Lightbox = ({ all, first, onRefresh, onClose }: Props) => {
  useReturnFocus();
  usePane(true, onClose);
  const { t } = useTexts('messages');
  const box = useRef<HTMLDivElement>(null);
  const [shownId, setShown] = useState(first);
  const [goneUrl, setGone] = useState<string | null>(null);
  const at = all.findIndex(({ id }) => id === shownId);
  const message = all[at];
  const media = message ? mediaOf(message) : null;
  const zoom = useZoom(shownId);
  // The focused arrow button disappears at the first and the last item; keys are only handled inside the box.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each item
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, [shownId]);
  if (!message || !media || message.mediaUrl === null) return null;
  const go = (by: number) => {
    const next = all[at + by];
    if (next) setShown(next.id);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // A video handles its own keys.
    if (event.target instanceof HTMLVideoElement && event.key !== 'Escape') return;
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === '+' || event.key === '=') zoom.nearer();
    else if (event.key === '-') zoom.farther();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = media.name ?? t(`kind-${media.kind}`);
  const isImage = media.kind === 'image';
  const { mediaUrl: url } = message;
  const handleGone = () => setGone(url);
  const again = () => {
    setGone(null);
    onRefresh?.();
  };
  return (
    <Overlay2
      isOpen
      onClose={onClose}
      canEscapeKeyClose={false}
      transitionDuration={100}
      childRef={box as RefObject<HTMLElement>}
    >
      <div
        className={styles.box}
        data-theme="dark"
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-label={t('media.viewer')}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
      >
        <div className={styles.head}>
          <span className="truncate" role="status">
            {name} · {t('media.placeOf', { at: at + 1, count: all.length })}
          </span>
          <span className="grow" />
          {isImage && (
            <>
              <IconButton icon={ZoomOut} label={t('media.zoomOut')} disabled={!zoom.isNear} onClick={zoom.farther} />
              <IconButton icon={ZoomIn} label={t('media.zoomIn')} onClick={zoom.nearer} />
            </>
          )}
          <a
            className="button icon-only quiet"
            href={url}
            download={media.name === null ? name : ''}
            aria-label={t('media.download', { name })}
          >
            <Icon of={Download} size="large" />
          </a>
          <IconButton icon={X} label={t('media.closeViewer')} onClick={onClose} autoFocus />
        </div>
        <div className={styles.stage}>
          {goneUrl === url ? (
            <div className={styles.gone} role="alert">
              <Unshown onRetry={again}>{!isImage && <p>{t('media.cannotPlay')}</p>}</Unshown>
            </div>
          ) : isImage ? (
            <img
              key={message.id}
              src={url}
              alt={message.body || name}
              draggable={false}
              onError={handleGone}
              {...zoom.imageProps}
            />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: videos in private messages have no captions
            <video
              key={message.id}
              src={url}
              poster={frameOf(url) ?? media.thumbnailUrl ?? undefined}
              style={roomFor(media)}
              controls
              autoPlay
              playsInline
              onPlay={({ currentTarget }) => hear(currentTarget)}
              onError={handleGone}
            />
          )}
        </div>
        {at > 0 && (
          <IconButton icon={ChevronLeft} className={styles.previous} label={t('media.previous')} onClick={() => go(-1)} />
        )}
        {at < all.length - 1 && (
          <IconButton icon={ChevronRight} className={styles.next} label={t('media.next')} onClick={() => go(1)} />
        )}
        {message.body && <p className={styles.words}>{message.body}</p>}
      </div>
    </Overlay2>
  );
};
