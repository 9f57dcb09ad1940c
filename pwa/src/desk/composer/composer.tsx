import { isBlank, type TicketView } from '@prosa/contracts';
import { abilitiesOf, lengthIn, signedText } from '@prosa/contracts/channels';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsUndoable } from '../../kernel/calls/toasts.slice.ts';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useHandedIn } from '../../kernel/device/handed-in.ts';
import { useHold } from '../../kernel/holds.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { painted } from '../../kernel/loading/painted.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { SlashOffer } from '../../shell/feature.ts';
import { inserted } from '../../ui/fields/inserted.ts';
import { useIsNarrowPane, useIsPhone, useMedia } from '../../ui/hooks/use-media.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { ReplyBar } from '../messages/message/reply-bar.tsx';
import { useReply } from '../messages/message/use-reply.ts';
import { replyChosen } from '../messages/state/messages.slice.ts';
import styles from './composer.module.css';
import type texts from './composer.screen.pt.json';
import { CompactComposerBar, ComposerBar } from './composer-bar.tsx';
import { overComposer } from './later-composer.ts';
import { NoteBox } from './note-box.tsx';
import type { About } from './quick-replies.model.ts';
import { useDraft } from './use-draft.ts';
import { useFiles } from './use-files.tsx';
import { useGrowing } from './use-growing.ts';
import { useQuickReplies } from './use-quick-replies.ts';
import { useSend } from './use-send.ts';
import { useSigns } from './use-signs.ts';
import { useSlash } from './use-slash.ts';
import { WindowLine } from './window.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    composer: typeof texts;
  }
}

const ROWS = 5;
/** A lone word behind a slash is rather a quick reply that is not there than a message. */
const ONLY_SLASH = /^\/\S+$/;
/** From this part of the longest text on its length is shown. */
const NEAR = 0.8;

type Props = {
  ticketId: string;
  /** The values of the ticket that replace the variables of a quick reply, and its channel, which limits what can be sent. */
  about: About & Pick<TicketView, 'channel' | 'provider' | 'windowUntil' | 'automaticUntil'>;
  /** Called on Escape if it cancels nothing: the focus moves elsewhere. */
  onLeave: () => void;
};

/** The field for messages to the customer, with quick replies and observations that only the team sees. */
export const Composer = ({ ticketId, about, onLeave }: Props) => {
  const { t } = useTexts('composer');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const isCompact = useIsNarrowPane();
  /** A phone's keyboard has no Shift+Enter. */
  const isTouched = useMedia('(pointer: coarse)') && isPhone;
  const reply = useReply(ticketId);
  const [text, setText] = useDraft('draft', ticketId);
  const [signs, setSigns] = useSigns();
  const [isObserving, setObserving] = useState(false);
  const [isRecording, setRecording] = useState(false);
  useHold(isRecording);
  const voice = useLoaded(overComposer, isRecording);
  const [picksEmoji, setPicksEmoji] = useState(false);
  const emoji = useLoaded(overComposer, picksEmoji);
  const { send, author } = useSend(ticketId);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const dropReply = () => dispatch(replyChosen({ ticketId, quote: null }));
  const { attach, above, around, handlePaste, sendVoice, add } = useFiles(ticketId, about, form, () => {
    if (reply) dropReply();
    return { signature: signs ? author : null, quoted: reply };
  });
  useHandedIn(useSelector(selectMe)?.id ?? '', ticketId, ({ text: more, files }) => {
    if (more) setText(text.trim() === '' ? more : `${text}\n${more}`);
    if (files.length > 0) add(files);
  });
  const quick = useQuickReplies(field, text);
  const { slash, fill } = useSlash(about, quick.list !== null);
  useGrowing(field, text, ROWS, isCompact);
  const keepsKeys = useSelector(selectIsUndoable);
  // On a phone the keyboard would cover the messages; and what was just done can be undone by a letter. Before the conversation is painted, a focus would force a layout; a focus that was
  // moved meanwhile stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the conversation opens
  useEffect(() => {
    if (isPhone || keepsKeys) return;
    const before = document.activeElement;
    void painted().then(() => {
      const now = document.activeElement;
      if (now === before || now === document.body || now?.id === 'content') field.current?.focus({ preventScroll: true });
    });
  }, []);

  const body = text.trim();
  const { longestText } = abilitiesOf(about.channel, about.provider);
  const length = body === '' ? 0 : lengthIn(longestText, signedText(signs ? author : null, body));
  const tooMany = length - longestText.max;
  const maySend = tooMany <= 0 && !isBlank(body) && author !== null;
  const [doubted, setDoubted] = useState<string | null>(null);
  const submit = () => {
    if (!maySend) return;
    if (ONLY_SLASH.test(body) && doubted !== body) {
      setDoubted(body);
      return;
    }
    send({ body, isObservation: false, signature: signs ? author : null, quoted: reply });
    setText('');
    setPicksEmoji(false);
    field.current?.focus();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (quick.handleKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !isTouched) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      if (reply) dropReply();
      else onLeave();
    }
  };

  const pickEmoji = (one: string, byKey: boolean) => {
    if (!byKey && !isPhone) field.current?.focus();
    inserted(field.current, one);
  };
  const closeEmoji = (to: 'field' | 'elsewhere') => {
    setPicksEmoji(false);
    if (to === 'field') field.current?.focus();
  };

  const backToField = () => {
    if (!isPhone) requestAnimationFrame(() => field.current?.focus()); // after it is rendered again
  };
  const closeRecorder = () => {
    setRecording(false);
    backToField();
  };
  const closeObservation = () => {
    setObserving(false);
    backToField();
  };
  const bar = {
    onEmoji: () => setPicksEmoji(!picksEmoji),
    picksEmoji,
    onNote: () => setObserving(true),
    onQuick: quick.openAll,
    signs,
    onSigns: setSigns,
    maySend,
    attach,
    isBlank: isBlank(body),
    onRecord: () => setRecording(true),
  };
  const list = (offer: SlashOffer | null) =>
    quick.list && (
      <quick.list.QuickReplies
        {...{ ...quick.listProps, offer, fill }}
        onChoose={(reply, { from, to }) => inserted(field.current, reply, from, to)}
        onFile={(file, words) => add([file], words)}
      />
    );
  const box = (
    <div className={styles.box}>
      {reply && <ReplyBar quote={reply} onCancel={dropReply} />}
      <textarea
        {...quick.fieldProps}
        ref={field}
        rows={1}
        dir="auto"
        aria-label={t('message')}
        aria-invalid={tooMany > 0 || undefined}
        aria-describedby={tooMany > 0 ? 'composer-error' : undefined}
        placeholder={t(isCompact ? 'placeholderShort' : 'placeholder')}
        enterKeyHint={isTouched ? 'enter' : 'send'}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
      />
      {!isCompact && <ComposerBar {...bar} />}
    </div>
  );
  return (
    <>
      {isObserving && (
        <ComposerFrame>
          <NoteBox ticketId={ticketId} onClose={closeObservation} />
        </ComposerFrame>
      )}
      <form
        ref={form}
        className={styles.composer}
        data-composer=""
        aria-label={t('write')}
        hidden={isObserving}
        onSubmit={handleSubmit}
      >
        {slash ? (
          <slash.Slash
            {...{ ticketId, fill }}
            query={quick.list && quick.listProps.typed.query}
            signature={signs ? author : null}
          >
            {list}
          </slash.Slash>
        ) : (
          list(null)
        )}
        {picksEmoji && emoji && <emoji.EmojiPicker onPick={pickEmoji} onClose={closeEmoji} />}
        {above}
        {doubted !== null && doubted === body && (
          <p className={styles.doubt} role="alert">
            <Icon of={CircleAlert} />
            {t('onlySlash', { text: body })}
          </p>
        )}
        <WindowLine windowUntil={about.windowUntil} automaticUntil={about.automaticUntil} />
        {isRecording && voice && <voice.VoiceRecorder onSend={sendVoice} onClose={closeRecorder} />}
        <div hidden={isRecording && voice !== null}>
          {isCompact ? <CompactComposerBar {...bar}>{box}</CompactComposerBar> : box}
        </div>
        {tooMany > 0 && (
          <p className={styles.error} id="composer-error" role="alert">
            {t(longestText.unit === 'bytes' ? 'tooLongBytes' : 'tooLong', { count: tooMany, max: formatCount(longestText.max) })}
          </p>
        )}
        {tooMany <= 0 && length > longestText.max * NEAR && (
          <p className={styles.count} aria-hidden="true">
            {formatCount(length)}/{formatCount(longestText.max)}
          </p>
        )}
      </form>
      {around}
    </>
  );
};

/** Shown instead of the field where nothing can be written; says why. */
export const ComposerPlace = ({ children }: { children: ReactNode }) => (
  <ComposerFrame>
    <p className={styles.closed}>{children}</p>
  </ComposerFrame>
);

/** The place of the field, for what stands there instead. */
export const ComposerFrame = ({ children }: { children: ReactNode }) => (
  <div className={styles.composer} data-composer="">
    {children}
  </div>
);
