import { isBlank, limits, newId } from '@prosa/contracts';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { pastedFiles } from '../../desk/composer/files/pasted-files.ts';
import { useAttached } from '../../desk/composer/files/use-attached.ts';
import { useFileInput } from '../../desk/composer/files/use-file-input.tsx';
import { useDraft } from '../../desk/composer/use-draft.ts';
import { useGrowing } from '../../desk/composer/use-growing.ts';
import { useHold } from '../../kernel/holds.ts';
import { formatBytes } from '../../kernel/i18n/sizes.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useIsPhone, useMedia } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import styles from './chat-composer.module.css';
import { chatFiles } from './chats.files.ts';
import { chatSendAsked } from './chats.slice.ts';

const ROWS = 5;

/** The field for messages to the members of a chat, with the files that go with them. */
export const ChatComposer = ({ chatId }: { chatId: string }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  /** A phone's keyboard has no Shift+Enter. */
  const isTouched = useMedia('(pointer: coarse)') && isPhone;
  const [text, setText] = useDraft('draft', chatId);
  const { attached, add, remove, clear } = useAttached();
  const { choose, input } = useFileInput(add);
  const field = useRef<HTMLTextAreaElement>(null);
  useHold(attached.length > 0);
  useGrowing(field, text, ROWS);
  // On a phone the keyboard would cover the messages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the chat opens
  useEffect(() => {
    if (!isPhone) field.current?.focus({ preventScroll: true });
  }, []);
  const message = text.trim();
  const isTooMany = attached.length > limits.filesAtOnce;
  const maySend = (!isBlank(message) || attached.length > 0) && !isTooMany && attached.every(({ problem }) => problem === null);
  const submit = () => {
    if (!maySend) return;
    const key = newId();
    if (attached.length > 0)
      chatFiles.set(
        key,
        attached.map(({ file }) => file),
      );
    const files = attached.map(({ name }) => name);
    dispatch(
      chatSendAsked({ key, chatId, message, files, createdAt: new Date().toISOString(), state: 'waiting', failure: null }),
    );
    setText('');
    clear();
    field.current?.focus();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isTouched) return;
    event.preventDefault();
    submit();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const label = attached.length > 0 ? t('sendFiles', { count: attached.length }) : t('send');
  return (
    <form className={styles.composer} aria-label={t('write')} onSubmit={handleSubmit}>
      {attached.length > 0 && (
        <ul className={styles.attached} aria-label={t('files')}>
          {attached.map(({ key, name, file, problem }) => (
            <li key={key} data-problem={problem ?? undefined}>
              <span className="truncate">{name}</span>
              <small>{problem === null ? formatBytes(file.size) : t(problem === 'empty' ? 'empty-file' : 'too-large')}</small>
              <IconButton icon={X} small label={t('removeFile', { name })} onClick={() => remove(key)} />
            </li>
          ))}
        </ul>
      )}
      {isTooMany && (
        <p className="error" role="alert">
          {t('tooMany', { max: limits.filesAtOnce })}
        </p>
      )}
      <div className={styles.box}>
        {isPhone && <IconButton icon={Paperclip} label={t('attach')} onClick={() => choose('')} />}
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          maxLength={limits.messageMax}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          enterKeyHint={isTouched ? 'enter' : 'send'}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        {isPhone ? (
          <IconButton
            icon={SendHorizontal}
            kind={maySend ? 'primary' : 'quiet'}
            className={styles.send ?? ''}
            type="submit"
            label={label}
            disabled={!maySend}
          />
        ) : (
          <div className={styles.bar}>
            <IconButton icon={Paperclip} small label={t('attach')} onClick={() => choose('')} />
            <span className="grow" />
            <span className={styles.hint}>
              <Kbd>Enter</Kbd> {t('enterSends')}
            </span>
            <Button kind="primary" type="submit" disabled={!maySend}>
              {label}
              <Icon of={SendHorizontal} />
            </Button>
          </div>
        )}
      </div>
      {input}
    </form>
  );
};
