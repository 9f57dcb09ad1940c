import type { MessageView } from '@prosa/contracts';
import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useNearEnd } from '../../../ui/hooks/use-near-end.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Lightbox } from '../media/lightbox.tsx';
import { isLine, isViewed } from '../media/media.model.ts';
import { MediaBody } from '../media/media-body.tsx';
import { useMedias } from '../media/use-medias.ts';
import { selectConversation } from '../state/messages.slice.ts';
import { messageIn } from '../state/use-live-message.ts';
import styles from './gallery-dialog.module.css';
import { RetryFile } from './retry-file.tsx';

type Props = { ticketId: string; onClose: () => void };

/** All files of a ticket, newest first, by day: pictures and videos as tiles, audios and documents as lines. */
export const GalleryDialog = ({ ticketId, onClose }: Props) => {
  const { t } = useTexts('messages');
  const { messages: fetched, hasMore, status, failure, more, again, renew } = useMedias(ticketId);
  const messages = useLive(fetched, ticketId);
  const [viewed, setViewed] = useState<string | null>(null);
  const days = useDays(messages);
  const isEmpty = messages.length === 0;
  const list = useNearEnd(more);
  return (
    <Dialog title={t('media.gallery')} isOpen onClose={onClose} size="medium">
      <div className={styles.all} ref={list}>
        {days.map(({ day, files }) => (
          <section key={day} aria-label={day}>
            <h3 className={styles.day}>{day}</h3>
            <ul className={styles.files}>
              {files.map((message) => (
                <li key={message.id} className={isLine(message) ? styles.line : styles.tile}>
                  <MediaBody
                    message={message}
                    retry={<RetryFile message={message} />}
                    onRefresh={renew}
                    onView={() => setViewed(message.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {isEmpty && status === 'loading' && <SkeletonRows rows={4} label={t('media.loadingGallery')} />}
        {isEmpty && status === 'ready' && (
          <EmptyState icon={Images} title={t('media.noFiles')}>
            {t('media.noFilesHint')}
          </EmptyState>
        )}
        {status === 'failed' && failure && <ErrorState onRetry={again}>{errorText(failure)}</ErrorState>}
        {hasMore && status !== 'failed' && (
          <Button className={styles.more} busy={status === 'more'} onClick={more}>
            {t('media.moreFiles')}
          </Button>
        )}
      </div>
      {viewed !== null && <Lightbox all={messages.filter(isViewed)} first={viewed} onClose={() => setViewed(null)} />}
    </Dialog>
  );
};

/** Replaces messages whose file was still being fetched, or had failed, by their current state in the conversation. */
const useLive = (messages: readonly MessageView[], ticketId: string): MessageView[] => {
  const conversation = useSelector(selectConversation(ticketId));
  return messages.map((message) => (message.mediaUrl === null ? (messageIn(conversation, message.id) ?? message) : message));
};

const useDays = (messages: readonly MessageView[]): { day: string; files: MessageView[] }[] => {
  const { date } = useFormat();
  return [...Map.groupBy(messages, ({ createdAt }) => date(createdAt))].map(([day, files]) => ({ day, files }));
};
