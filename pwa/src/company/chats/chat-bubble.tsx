import type { ChatMessageView } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { lightbox, mediaBody } from '../../desk/messages/media/later-media.ts';
import { isLine, isViewed, roomOf, type WithMedia } from '../../desk/messages/media/media.model.ts';
import { LinkedText } from '../../desk/messages/message/linked-text.tsx';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import styles from './chat-bubble.module.css';
import { type ChatOutgoing, chatMessages, chatSendDropped, chatSendRetried } from './chats.slice.ts';

type Props = { message: ChatMessageView; isOwn: boolean; isJoined: boolean };

/** A message of a chat; with who wrote it, unless the one before says so. */
export const ChatBubble = ({ message, isOwn, isJoined }: Props) => {
  const { t } = useTexts('chats');
  const name = message.sender.name ?? t('someone');
  return (
    <li className={`${styles.message} ${isOwn ? styles.own : ''} ${isJoined ? styles.joined : ''}`} data-id={message.id}>
      {!isOwn && <span className={styles.face}>{!isJoined && <Avatar name={message.sender.name} size={28} />}</span>}
      <div className={styles.bubble}>
        {!isOwn && !isJoined && <b className={styles.signed}>{name}</b>}
        {message.media && <ChatMedia message={message} />}
        <p dir="auto">
          {message.message === null ? <i>{t('forgotten')}</i> : <Words text={message.message} />} <Stamp at={message.createdAt} />
        </p>
      </div>
    </li>
  );
};

/** A message that is on its way, or was refused. */
export const OutgoingBubble = ({ outgoing: { key, message, files, createdAt, state, failure } }: { outgoing: ChatOutgoing }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const { offline } = useSelector(selectLive);
  return (
    <li className={`${styles.message} ${styles.own} ${state === 'failed' ? styles.unsent : ''}`} data-key={key}>
      <div className={styles.bubble}>
        {files.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and they keep their order
          <span key={at} className={`${styles.file} truncate`}>
            {name}
          </span>
        ))}
        <p dir="auto">
          <Words text={message} /> <Stamp at={createdAt} />
        </p>
      </div>
      {state === 'failed' ? (
        <p className={styles.failure} role="alert">
          <span>{failure && errorText(failure)}</span>
          <TextButton danger onClick={() => dispatch(chatSendRetried(key))}>
            {t('retry')}
          </TextButton>
          <TextButton danger onClick={() => dispatch(chatSendDropped(key))}>
            {t('drop')}
          </TextButton>
        </p>
      ) : (
        <p className={styles.waits}>{t(offline ? 'offline' : 'waiting')}</p>
      )}
    </li>
  );
};

const Stamp = ({ at }: { at: string }) => {
  const { time } = useFormat();
  return (
    <time className={styles.stamp} dateTime={at}>
      {time(at)}
    </time>
  );
};

const Words = ({ text }: { text: string }) => (
  <span className={styles.said}>
    <LinkedText text={text} />
  </span>
);

/** A chat's message as the parts that show files take it. */
const withMedia = ({ id, message, mediaUrl, media }: ChatMessageView): WithMedia => ({
  id,
  body: message,
  isDeleted: false,
  mediaType: null,
  mediaUrl,
  mediaError: null,
  media,
  waveform: null,
});

/** The file of a message; a picture or video opens in full size, with the others of the chat. */
const ChatMedia = ({ message }: { message: ChatMessageView }) => {
  const dispatch = useDispatch();
  const shown = withMedia(message);
  const [isOpen, setOpen] = useState(false);
  const body = useLoaded(mediaBody, true);
  const viewer = useLoaded(lightbox, isOpen);
  const all = useSelector(chatMessages.selectAll);
  const { width, height } = roomOf(shown);
  const refresh = () => void dispatch(chatMessages.refreshed());
  return (
    <div
      className={styles.media}
      data-media={shown.media?.kind}
      style={isLine(shown) ? { width, minHeight: height } : { width, aspectRatio: `${width} / ${height}` }}
    >
      {body && <body.MediaBody message={shown} retry={null} onRefresh={refresh} onView={() => setOpen(true)} />}
      {isOpen && viewer && (
        <viewer.Lightbox
          all={all.toReversed().map(withMedia).filter(isViewed)}
          first={shown.id}
          onRefresh={refresh}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
};
