import { type MessageContext, type MessageView, SendFailure, summaryOf } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import Forward from 'lucide-react/icons/forward';
import Lock from 'lucide-react/icons/lock';
import Smartphone from 'lucide-react/icons/smartphone';
import { memo, useContext } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useIsPast } from '../../../kernel/use-now.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { AckIcon } from '../../../ui/marks/ack-icon.tsx';
import { TextButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { broughtBy, ChoiceLabel } from '../kinds/brought.tsx';
import { Reactions } from '../kinds/reactions.tsx';
import { SummaryLine } from '../kinds/summary-line.tsx';
import { hasMedia } from '../media/media.model.ts';
import { retryMessage } from '../state/messages.commands.ts';
import { messageSought, selectConversation, selectOutbox, sendDropped, sendRetried } from '../state/messages.slice.ts';
import { FormattedText } from './formatted-text.tsx';
import { goToMessage } from './go-to-message.ts';
import { MediaFrame } from './media-frame.tsx';
import styles from './message.module.css';
import { MessageTools } from './message-tools.tsx';
import { NamingText } from './naming-text.tsx';
import { Notice } from './notice.tsx';
import { EditButton, isOutgoing, WaitingFile, WaitingLine } from './outgoing-parts.tsx';
import { QuotePicture } from './quote-picture.tsx';
import type { ThreadItem } from './thread.model.ts';
import { ThreadTicket } from './thread-ticket.ts';

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

/** Memoised: rows are created again at each change of the conversation, but most of their content is unchanged. */
const isSame = (a: Props, b: Props): boolean =>
  a.isActive === b.isActive &&
  a.ticketId === b.ticketId &&
  a.item.message === b.item.message &&
  a.item.key === b.item.key &&
  a.item.joined === b.item.joined &&
  a.item.noteTo?.name === b.item.noteTo?.name &&
  !a.item.noteTo === !b.item.noteTo &&
  a.item.signature === b.item.signature;

/** One message: its bubble, with its tools beside it while it is active, and a failure below it. */
export const Message = memo(({ item, isActive, ticketId }: Props) => {
  const { t } = useTexts('messages');
  const isPast = useIsPast();
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
        {isActive && !isPast && !message.isDeleted && <MessageTools message={message} ticketId={ticketId} />}
      </div>
      {message.reactions.length > 0 && <Reactions message={message} />}
      {message.state && !message.isDeleted && <Failure message={message} />}
      {isOutgoing(message) && <WaitingLine message={message} />}
      {message.deleteFailed && <p className={styles.kept}>{t('deleteRefused')}</p>}
    </div>
  );
}, isSame);

const Bubble = ({ item: { message, signature, noteTo }, ticketId }: { item: Item; ticketId: string }) => {
  const { t } = useTexts('messages');
  if (message.isDeleted)
    return (
      <>
        <span className={styles.words}>
          <Icon of={Ban} />
          {t(message.fromMe ? 'deleted' : 'deletedByCustomer')}
        </span>{' '}
        <Stamp message={message} />
      </>
    );
  const isWordless = message.body === '';
  const brought = broughtBy(message, isWordless && <Stamp message={message} />);
  return (
    <>
      {message.isObservation && (
        <span className={styles.label}>
          <Icon of={Lock} />
          {message.user?.name ?? t('formerUser')}{' '}
          <small>
            · {noteTo ? (noteTo.name === null ? t('noteToQueue') : t('noteTo', { name: noteTo.name })) : t('teamOnly')}
          </small>
        </span>
      )}
      {message.automatic && <b className={`${styles.signed} ${styles.automatic}`}>{t(`automatic-${message.automatic}`)}</b>}
      {message.forwarded && (
        <span className={styles.forwarded}>
          <Icon of={Forward} size="tiny" />
          {t('isForwarded')}
        </span>
      )}
      {message.fromPhone && (
        <span className={styles.forwarded}>
          <Icon of={Smartphone} size="tiny" />
          {t('fromPhone')}
        </span>
      )}
      {signature && !message.isObservation && <b className={styles.signed}>{signature}</b>}
      {message.quotedMsg && <Quoted quote={message.quotedMsg} ticketId={ticketId} />}
      {message.context && <About context={message.context} />}
      {message.choice && <ChoiceLabel />}
      {hasMedia(message) && <MediaFrame message={message} ticketId={ticketId} />}
      {isOutgoing(message) && <WaitingFile message={message} />}
      {brought}
      {!(brought && isWordless) && (
        <p dir="auto" className={message.body === '' ? styles.bare : ''}>
          {message.body === null ? <i>{t('forgotten')}</i> : <Text text={message.body} mentions={message.mentions} />}{' '}
          <Stamp message={message} />
        </p>
      )}
    </>
  );
};

const Text = ({ text, mentions }: { text: string; mentions: MessageView['mentions'] }) => {
  const channel = useContext(ThreadTicket)?.channel;
  return (
    <span className={styles.said}>
      {mentions.length === 0 ? (
        <FormattedText text={text} channel={channel} />
      ) : (
        <NamingText text={text} mentions={mentions} part={(one) => <FormattedText text={one} channel={channel} />} />
      )}
    </span>
  );
};

const Stamp = ({ message }: { message: MessageView }) => {
  const { createdAt, fromMe, isObservation, isDeleted, ack, state, editedAt, media } = message;
  const { t } = useTexts('messages');
  const { time } = useFormat();
  return (
    <span className={styles.stamp}>
      {editedAt && !isDeleted && (
        <>
          <span title={time(editedAt)}>{t('edited')}</span>{' '}
        </>
      )}
      <time dateTime={createdAt}>{time(createdAt)}</time>
      {fromMe && !isObservation && !isDeleted && <AckIcon ack={ack} state={state} audio={media?.kind === 'audio'} />}
      {isObservation && ack === 0 && <AckIcon ack={ack} state={state} />}
    </span>
  );
};

/** The quoted message; a click scrolls to it. */
const Quoted = ({ quote, ticketId }: { quote: NonNullable<MessageView['quotedMsg']>; ticketId: string }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const conversation = useSelector(selectConversation(ticketId));
  const channel = useContext(ThreadTicket)?.channel;
  // The words of an older ticket's message are taken from the loaded message: a user who may not see that ticket does not have it.
  const elsewhere = quote.hidden ? (conversation?.part ?? conversation?.live)?.byId[quote.id] : undefined;
  const told = elsewhere ? { ...quote, ...summaryOf(elsewhere), isDeleted: elsewhere.isDeleted } : { ...quote, text: quote.body };
  const isUnknown = quote.hidden && !elsewhere;
  const goThere = () => {
    if (!goToMessage(quote.id)) dispatch(messageSought({ ticketId, messageId: quote.id }));
  };
  return (
    <button type="button" className={styles.quote} onClick={goThere}>
      <QuotePicture quote={quote} ticketId={ticketId} />
      <b>{quote.author ?? t(quote.fromMe ? 'team' : 'customer')}</b>
      <span className="truncate" dir="auto">
        {isUnknown ? t('quotedElsewhere') : told.isDeleted ? t('deleted') : <SummaryLine gist={told} channel={channel} />}
      </span>
    </button>
  );
};

/** The subject of the message, where no message of it is here to go to. */
const About = ({ context: { kind, words, gist } }: { context: MessageContext }) => {
  const { t } = useTexts('messages');
  const channel = useContext(ThreadTicket)?.channel;
  return (
    <div className={styles.quote} data-about={kind}>
      <b>{t(`about-${kind}`)}</b>
      {(words !== '' || gist !== null) && (
        <span className="truncate" dir="auto" title={words}>
          <SummaryLine gist={{ kind: gist, text: words }} channel={channel} />
        </span>
      )}
    </div>
  );
};

const isSendFailure = (reason: string | null): reason is SendFailure => SendFailure.options.some((known) => known === reason);

/** Why the message was not sent, with a button to retry. */
const Failure = ({ message }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const isPast = useIsPast();
  const serves = useSelector(selectServes);
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
      {!isPast && serves && (
        <TextButton danger disabled={isBusy} onClick={retry}>
          {t('retry')}
        </TextButton>
      )}
      {outgoing && <EditButton message={message} />}
      {outgoing && (
        <TextButton danger onClick={() => dispatch(sendDropped(outgoing.key))}>
          {t('drop')}
        </TextButton>
      )}
    </p>
  );
};
