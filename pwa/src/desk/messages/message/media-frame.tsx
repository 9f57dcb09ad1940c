import type { MessageView } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLoaded } from '../../../kernel/calls/use-loaded.ts';
import { useIsPast } from '../../../kernel/use-now.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { RetryFile } from '../dialogs/retry-file.tsx';
import { lightbox, mediaBody } from '../media/later-media.ts';
import { isLine, isViewed, mediaOf, steadyRoomOf } from '../media/media.model.ts';
import { messagesWanted } from '../state/messages.saga.ts';
import { selectConversation, shownMessagesOf } from '../state/messages.slice.ts';
import styles from './media-frame.module.css';

type Props = { message: MessageView; ticketId: string };

/** Reserves the final size of a message's file; the code that shows files is loaded with the first one. */
export const MediaFrame = ({ message, ticketId }: Props) => {
  const dispatch = useDispatch();
  const body = useLoaded(mediaBody, true);
  const [isOpen, setOpen] = useState(false);
  const isPast = useIsPast();
  const serves = useSelector(selectServes);
  const { width, height } = steadyRoomOf(message);
  const refresh = () => void dispatch(messagesWanted(ticketId));
  return (
    <div
      className={styles.frame}
      data-media={mediaOf(message)?.kind ?? 'missing'}
      style={isLine(message) ? { width, minHeight: height } : { width, aspectRatio: `${width} / ${height}` }}
    >
      {body && (
        <body.MediaBody
          message={message}
          retry={isPast || !serves ? null : <RetryFile message={message} />}
          onRefresh={refresh}
          onView={() => setOpen(true)}
        />
      )}
      {isOpen && <Viewer {...{ message, ticketId }} onRefresh={refresh} onClose={() => setOpen(false)} />}
    </div>
  );
};

/** Shows the loaded pictures and videos of the conversation, starting with this one. */
const Viewer = ({ message, ticketId, ...acts }: Props & { onRefresh: () => void; onClose: () => void }) => {
  const viewer = useLoaded(lightbox, true);
  const conversation = useSelector(selectConversation(ticketId));
  const all = (conversation ? shownMessagesOf(conversation) : []).filter(isViewed);
  return viewer && <viewer.Lightbox all={all} first={message.id} {...acts} />;
};
