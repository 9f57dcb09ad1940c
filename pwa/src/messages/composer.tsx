import { limits, newId } from '@prosa/contracts';
import Lock from 'lucide-react/icons/lock';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '../i18n/format.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { useIsPhone } from '../ui/use-media.ts';
import styles from './composer.module.css';
import { ComposerBar, PhoneComposerBar } from './composer-bar.tsx';
import { keepDraft, readDraft } from './kept.ts';
import { replyChosen, selectReply, sendAsked } from './messages.slice.ts';
import { ReplyBar } from './reply-bar.tsx';
import { useGrowing } from './use-growing.ts';
import { useSigns } from './use-signs.ts';

const ROWS = 5;
const NOTE_ROWS = 10;

type Props = {
  ticketId: string;
  /** Escape, where it takes nothing back: the focus goes elsewhere. */
  onLeave: () => void;
};

/** The field to write in: a message to the customer, or an observation that the team alone sees. */
export const Composer = ({ ticketId, onLeave }: Props) => {
  const { t } = useTranslation('messages');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const me = useSelector(selectMe);
  const userId = me?.id ?? '';
  const reply = useSelector(selectReply(ticketId));
  const [{ text, isNote }, setDraft] = useState(() => readDraft(userId, ticketId));
  const [error, setError] = useState<string | null>(null);
  const [signs, setSigns] = useSigns();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text, isNote ? NOTE_ROWS : ROWS);
  // On a phone the keyboard would cover what one came to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the conversation opens
  useEffect(() => {
    if (!isPhone) field.current?.focus({ preventScroll: true });
  }, []);

  const change = (draft: Partial<{ text: string; isNote: boolean }>) => {
    const next = { text, isNote, ...draft };
    setDraft(next);
    keepDraft(userId, ticketId, next);
    setError(null);
  };
  const setNote = (note: boolean) => {
    change({ isNote: note });
    field.current?.focus();
  };
  const body = text.trim();
  const tooMany = text.length - limits.messageMax;
  const isBlank = body === '';

  const send = () => {
    if (tooMany > 0) return;
    if (isNote && isBlank) return setError(t('noteEmpty'));
    if (isNote && body.length < limits.observationMin) return setError(t('noteShort'));
    if (isBlank || !me) return;
    dispatch(
      sendAsked({
        key: newId(),
        ticketId,
        body,
        isObservation: isNote,
        signature: signs && !isNote ? me.name : null,
        quoted: isNote ? null : reply,
        createdAt: new Date().toISOString(),
        state: 'waiting',
        position: null,
        failure: null,
      }),
    );
    change({ text: '', isNote: false });
    field.current?.focus();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      if (reply) dispatch(replyChosen({ ticketId, quote: null }));
      else if (isNote) setNote(false);
      else onLeave();
    }
  };

  const bar = {
    isNote,
    onNote: setNote,
    signs,
    onSigns: setSigns,
    maySend: tooMany <= 0 && (isNote || !isBlank),
  };
  const box = (
    <div className={`${styles.box} ${isNote ? styles.note : ''}`}>
      {isNote && (
        <p className={styles.noteHead}>
          <Lock className="icon" />
          <b>{t('note')}</b> {t('teamOnly')}
        </p>
      )}
      {reply && !isNote && <ReplyBar quote={reply} onCancel={() => dispatch(replyChosen({ ticketId, quote: null }))} />}
      <textarea
        ref={field}
        rows={isNote ? NOTE_ROWS : 1}
        dir="auto"
        aria-label={t(isNote ? 'note' : 'message')}
        aria-invalid={error !== null || tooMany > 0 || undefined}
        aria-describedby={error !== null || tooMany > 0 ? 'composer-error' : undefined}
        placeholder={isNote ? t('notePlaceholder') : t(isPhone ? 'placeholderShort' : 'placeholder')}
        enterKeyHint="send"
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={handleKeyDown}
      />
      {!isPhone && <ComposerBar {...bar} />}
    </div>
  );
  return (
    <form className={styles.composer} data-composer="" aria-label={t(isNote ? 'writeNote' : 'write')} onSubmit={handleSubmit}>
      {isPhone ? <PhoneComposerBar {...bar}>{box}</PhoneComposerBar> : box}
      {(error !== null || tooMany > 0) && (
        <p className={styles.error} id="composer-error" role="alert">
          {error ?? t('tooLong', { count: tooMany, max: formatCount(limits.messageMax) })}
        </p>
      )}
    </form>
  );
};

/** Where there is nothing to write: why. */
export const ComposerPlace = ({ children }: { children: ReactNode }) => (
  <div className={styles.composer} data-composer="">
    <p className={styles.closed}>{children}</p>
  </div>
);
