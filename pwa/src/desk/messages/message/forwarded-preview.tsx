import { type MessageView, summaryOf } from '@prosa/contracts';
import { formatBytes } from '../../../kernel/i18n/sizes.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { kindIcons } from '../kinds/summary.ts';
import { SummaryLine } from '../kinds/summary-line.tsx';
import { isComing, mediaOf } from '../media/media.model.ts';
import styles from './forward-dialog.module.css';

/** The reason why a message cannot be forwarded now; null if it can. */
export const obstacleOf = (message: MessageView): 'coming' | 'failed' | null => {
  if (message.mediaError !== null) return 'failed';
  return isComing(message) ? 'coming' : null;
};

/** Shows what is forwarded: a text, or a file with its picture or icon, its name and its caption. */
export const ForwardedPreview = ({ message }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const media = mediaOf(message);
  if (!media)
    return <span dir="auto">{message.place || message.contacts ? <SummaryLine gist={summaryOf(message)} /> : message.body}</span>;
  const { kind, name, bytes, thumbnailUrl } = media;
  const picture = thumbnailUrl ?? (kind === 'image' || kind === 'sticker' ? message.mediaUrl : null);
  return (
    <>
      <span className={styles.file}>
        {picture ? (
          <img src={picture} alt="" />
        ) : (
          <i>
            <Icon of={kindIcons[kind]} size="large" />
          </i>
        )}
        <span>
          <span className="truncate" dir="auto">
            {name ?? t(`kind-${kind}`)}
          </span>
          <small>{[name && t(`kind-${kind}`), bytes !== null && formatBytes(bytes)].filter(Boolean).join(' · ')}</small>
        </span>
      </span>
      {message.body && <span dir="auto">{message.body}</span>}
    </>
  );
};
