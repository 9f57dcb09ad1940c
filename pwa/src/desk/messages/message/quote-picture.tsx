import { useState } from 'react';
import { useSelector } from 'react-redux';
import { isViewed, mediaOf } from '../media/media.model.ts';
import { VideoFrame } from '../media/video-frame.tsx';
import { selectConversation, type WithMessages } from '../state/messages.slice.ts';
import type { Quote } from '../state/outgoing.ts';
import { messageIn } from '../state/use-live-message.ts';
import styles from './quote-picture.module.css';

/**
 * The small picture of a quoted file. A video without one shows its own beginning, where its message is loaded; so does a picture of another
 * ticket, as the quote itself has nothing of that. No picture is said in words: the quote names the kind already.
 */
export const QuotePicture = ({ quote, ticketId }: { quote: Quote; ticketId: string }) => {
  const quoted = useSelector((state: WithMessages) => messageIn(selectConversation(ticketId)(state), quote.id));
  const [gone, setGone] = useState<string | null>(null);
  if (quote.isDeleted || quoted?.isDeleted) return null;
  const media = quoted && mediaOf(quoted);
  const picture = quote.thumbnailUrl ?? media?.thumbnailUrl;
  if (picture && picture !== gone)
    return <img className={styles.picture} src={picture} alt="" loading="lazy" onError={() => setGone(picture)} />;
  if (!picture && quoted?.mediaUrl && media?.kind === 'video' && isViewed(quoted))
    return (
      <span className={styles.picture}>
        <VideoFrame url={quoted.mediaUrl} alt="" />
      </span>
    );
  return null;
};
