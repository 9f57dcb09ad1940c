import { type MessageView, SendFailure } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import Lock from 'lucide-react/icons/lock';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { selectIsRunning } from '../kernel/commands.slice.ts';
import { useFormat } from '../sessions/use-format.ts';
import { AckIcon } from '../ui/ack-icon.tsx';
import { TextButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { goToMessage } from './go-to-message.ts';
import styles from './message.module.css';
import { MessageTools } from './message-tools.tsx';
import { retryMessage } from './messages.commands.ts';
import { messageSought } from './messages.saga.ts';
import { selectConversation, selectOutbox, sendDropped, sendRetried } from './messages.slice.ts';
import { Notice } from './notice.tsx';
import { linked, type ThreadItem } from './thread.model.ts';

type Item = Extract<ThreadItem, { kind: 'message' }>;
type Props = { item: Item; isActive: boolean; ticketId: string };

const classOf = ({ message: { fromMe, isObservation, isDeleted, state }, joined }: Item): string =>
  [
    styles.message,
    isObservation ? styles.note : fromMe ? styles.own : '',
    joined ? styles.joined : '',
    isDeleted ? styles.deleted : '',
    state && !isDeleted ? styles.unsent : '',
  ]
    .filter(Boolean)
    .join(' ');

/** One message: bubble, tools beside it while it is active, and below it what went wrong. */
export const Message = memo(({ item, isActive, ticketId }: Props) => {
  const { message } = item;
  if (message.notice) return <Notice message={message} notice={message.notice} place={item.key} />;
  return (
    <div
      className={classOf(item)}
      data-key={item.key}
      data-id={message.id}
      data-unsent={message.state && !message.isDeleted ? '' : undefined}
      tabIndex={-1}
    >
      <div className={styles.line}>
        <div className={styles.bubble}>
          <Bubble item={item} ticketId={ticketId} />
        </div>
        {isActive && !message.isDeleted && <MessageTools message={message} ticketId={ticketId} />}
      </div>
      {message.state && !message.isDeleted && <Failure message={message} />}
    </div>
  );
});

const Bubble = ({ item: { message, signature }, ticketId }: { item: Item; ticketId: string }) => {
  const { t } = useTranslation('messages');
  if (message.isDeleted)
    return (
      <>
        <span className={styles.words}>
          <Icon of={Ban} />
          {t('deleted')}
        </span>{' '}
        <Stamp message={message} />
      </>
    );
  return (
    <>
      {message.isObservation && (
        <span className={styles.label}>
          <Icon of={Lock} />
          {message.user?.name ?? t('formerUser')} <small>· {t('teamOnly')}</small>
        </span>
      )}
      {message.automatic && <b className={`${styles.signed} ${styles.automatic}`}>{t(`automatic-${message.automatic}`)}</b>}
      {signature && !message.isObservation && <b className={styles.signed}>{signature}</b>}
      {message.quotedMsg && <Quoted quote={message.quotedMsg} ticketId={ticketId} />}
      <p dir="auto">
        {message.body === null ? <i>{t('forgotten')}</i> : <Text text={message.body} />} <Stamp message={message} />
      </p>
    </>
  );
};

const Text = ({ text }: { text: string }) => (
  <span className={styles.said}>
    {linked(text).map(({ text: part, href }, at) =>
      href === null ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
        <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </a>
      ),
    )}
  </span>
);

const Stamp = ({ message: { createdAt, fromMe, isObservation, isDeleted, ack, state } }: { message: MessageView }) => {
  const { time } = useFormat();
  return (
    <span className={styles.stamp}>
      <time dateTime={createdAt}>{time(createdAt)}</time>
      {fromMe && !isObservation && !isDeleted && <AckIcon ack={ack} state={state} />}
      {isObservation && ack === 0 && <AckIcon ack={ack} state={state} />}
    </span>
  );
};

/** What it answers; a click goes there. */
const Quoted = ({ quote, ticketId }: { quote: NonNullable<MessageView['quotedMsg']>; ticketId: string }) => {
  const { t } = useTranslation('messages');
  const dispatch = useDispatch();
  const conversation = useSelector(selectConversation(ticketId));
  // The words of an older ticket are here where it is: who does not see it has them not.
  const told = quote.hidden ? conversation?.live.byId[quote.id] : quote;
  const words = told ? (told.isDeleted ? t('deleted') : (told.body ?? t('forgotten'))) : t('quotedElsewhere');
  const goThere = () => {
    if (!goToMessage(quote.id)) dispatch(messageSought({ ticketId, messageId: quote.id }));
  };
  return (
    <button type="button" className={styles.quote} onClick={goThere}>
      <b>{quote.author ?? t(quote.fromMe ? 'team' : 'customer')}</b>
      <span className="truncate" dir="auto">
        {words}
      </span>
    </button>
  );
};

const isSendFailure = (reason: string | null): reason is SendFailure => SendFailure.safeParse(reason).success;

/** Why it did not go out, and the way to try again; nothing else moves. */
const Failure = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const dispatch = useDispatch();
  const outgoing = useSelector(selectOutbox).find(({ key }) => key === message.id);
  const isBusy = useSelector(selectIsRunning(retryMessage.act({ messageId: message.id })));
  const why = outgoing?.failure
    ? errorText(outgoing.failure)
    : message.state === 'unsure'
      ? t('unsure')
      : isSendFailure(message.failure)
        ? t(`failed-${message.failure}`)
        : message.failure
          ? t('notSentBecause', { reason: message.failure })
          : t('notSent');
  const retry = () => dispatch(outgoing ? sendRetried(outgoing.key) : retryMessage.start({ messageId: message.id }));
  return (
    <p className={styles.failure} role="alert">
      <span>{why}</span>
      <TextButton danger disabled={isBusy} onClick={retry}>
        {t('retry')}
      </TextButton>
      {outgoing && (
        <TextButton danger onClick={() => dispatch(sendDropped(outgoing.key))}>
          {t('drop')}
        </TextButton>
      )}
    </p>
  );
};
