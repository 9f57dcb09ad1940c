import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import PlayIcon from 'lucide-react/icons/play';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../../kernel/i18n/sizes.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Coming, Failed } from './absent.tsx';
import { AudioPlayer } from './audio-player.tsx';
import { clock, isComing, mediaOf, type ShownMedia, type WithMedia } from './media.model.ts';
import styles from './media-body.module.css';
import { Unshown } from './unshown.tsx';
import { VideoFrame } from './video-frame.tsx';

type Props = {
  message: WithMedia;
  /** Fetches the file again if it failed. */
  retry: ReactNode;
  /** Requests a new address, because the current one may have expired. */
  onRefresh: () => void;
  /** Opens the file in full size. */
  onView: () => void;
};

/** A message's file: viewed, played or downloaded, according to its kind. */
export const MediaBody = ({ message, retry, onRefresh, onView }: Props) => {
  const { t } = useTexts('messages');
  const [isGone, setGone] = useState<string | null>(null);
  const media = mediaOf(message);
  const { mediaUrl: url } = message;
  if (isComing(message)) return <Coming message={message} />;
  if (message.mediaError !== null || media === null || url === null) return <Failed message={message} retry={retry} />;
  // Its address expires after some hours; an address that still holds is tried once more as well.
  const again = () => {
    setGone(null);
    onRefresh();
  };
  if (isGone === url) return <Unshown onRetry={again}>{media.kind === 'audio' && <Copy media={media} url={url} />}</Unshown>;
  const onGone = () => setGone(url);
  switch (media.kind) {
    case 'sticker':
      return <img className={styles.whole} src={url} alt={t('kind-sticker')} loading="lazy" onError={onGone} />;
    case 'audio':
      return (
        <AudioPlayer url={url} bytes={media.bytes} durationMs={media.durationMs} waveform={message.waveform} onGone={onGone} />
      );
    case 'document':
      return <Paper media={media} url={url} />;
    default:
      return <Viewed {...{ message, media, url, onView, onGone }} />;
  }
};

/** A download link, for an audio in a format that the browser does not play. */
const Copy = ({ media: { name, kind }, url }: { media: ShownMedia; url: string }) => {
  const { t } = useTexts('messages');
  return (
    <a href={url} download={name ?? ''}>
      {t('media.download', { name: name ?? t(`kind-${kind}`) })}
    </a>
  );
};

type ViewedProps = Pick<Props, 'message' | 'onView'> & { media: ShownMedia; url: string; onGone: () => void };
/** A small picture or video; pressing it opens it in full size. */
const Viewed = ({ message, media, url, onView, onGone }: ViewedProps) => {
  const { t } = useTexts('messages');
  const name = media.name ?? t(`kind-${media.kind}`);
  const isVideo = media.kind === 'video';
  return (
    <button type="button" className={styles.viewed} aria-label={t('media.open', { name })} onClick={onView}>
      {isVideo ? (
        <VideoFrame url={url} alt={message.body || name} poster={media.thumbnailUrl} />
      ) : (
        <img
          className={styles.whole}
          src={media.thumbnailUrl ?? url}
          alt={message.body || name}
          loading="lazy"
          onError={onGone}
        />
      )}
      {isVideo && (
        <span className={styles.playMark}>
          <Icon of={PlayIcon} />
          {media.durationMs !== null && clock(media.durationMs)}
        </span>
      )}
    </button>
  );
};

/** A file that is neither viewed nor played: its name and size, with a download link. */
const Paper = ({ media: { name, bytes }, url }: { media: ShownMedia; url: string }) => {
  const { t } = useTexts('messages');
  const title = name ?? t('kind-document');
  const ending = /\.(\w{1,5})$/.exec(title)?.[1]?.toUpperCase();
  return (
    // The server names the file: it corrects a name whose extension contradicts the bytes.
    <a
      className={styles.paper}
      href={url}
      download={name === null ? title : ''}
      aria-label={t('media.download', { name: title })}
    >
      <span className={styles.sheet}>
        <Icon of={FileText} size="large" />
      </span>
      <span className={styles.title}>
        <span className="truncate">{title}</span>
        <small>{[ending, bytes === null ? undefined : formatBytes(bytes)].filter(Boolean).join(' · ')}</small>
      </span>
      <Icon of={Download} />
    </a>
  );
};
