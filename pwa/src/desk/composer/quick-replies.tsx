import Paperclip from 'lucide-react/icons/paperclip';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { errorText } from '../../kernel/i18n/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { quickReplies } from '../quick-messages/quick-messages.slice.ts';
import {
  type About,
  filledReply,
  greetingAt,
  type ListKeys,
  labelOf,
  matching,
  type QuickReply,
  type ShownList,
  type Typed,
} from './quick-replies.model.ts';
import styles from './quick-replies.module.css';
import { fileOf } from './quick-reply-file.ts';

type Props = {
  typed: Typed;
  about: About;
  /** `words` replaces the slash and the text behind it. */
  onChoose: (words: string, place: Typed) => void;
  /** The chosen reply has a file, to which its words belong. */
  onFile: (file: File, words: string) => void;
  onClose: () => void;
  onShown: (list: ShownList | null) => void;
  keys: RefObject<ListKeys | null>;
};

/**
 * The quick replies that match the typed text, above the field, which keeps the focus. If none matches there is no list, and Enter sends.
 */
export const QuickReplies = ({ typed, about, onChoose, onFile, onClose, onShown, keys }: Props) => {
  const { t } = useTexts('composer');
  const dispatch = useDispatch();
  const { time, zone } = useFormat();
  const { status, failure } = useSelector(quickReplies.selectState);
  const all = useSelector(quickReplies.selectAll);
  const found = useMemo(() => matching(all, typed.query), [all, typed.query]);
  const [went, setWent] = useState({ query: '', to: 0 });
  const active = went.query === typed.query ? Math.min(went.to, found.length - 1) : 0;
  const id = useId();
  const optionId = (at: number) => `${id}-${at}`;
  const activeId = found.length > 0 ? optionId(active) : undefined;
  useEffect(() => void dispatch(quickReplies.wanted()), [dispatch]);
  useEffect(() => {
    onShown(activeId === undefined ? null : { listId: id, activeId });
    return () => onShown(null);
  }, [activeId, id, onShown]);
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const [fetching, setFetching] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const choose = async (reply: QuickReply): Promise<void> => {
    const now = time(new Date().toISOString());
    const words = filledReply(reply.message, about, t(greetingAt(Number.parseInt(now, 10))));
    if (reply.mediaPath === null) return onChoose(words, typed);
    if (fetching !== null) return;
    setFetching(reply.id);
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      const file = await fileOf(reply, signal);
      if (signal.aborted) return;
      onChoose('', typed);
      onFile(file, words);
    } catch (error) {
      if (signal.aborted) return;
      dispatch(failureShown(failureOf(error)));
      setFetching(null);
    }
  };
  const goTo = (to: number) => setWent({ query: typed.query, to: (to + found.length) % found.length });
  const handleKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape') onClose();
    else if (found.length === 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'Enter' || event.key === 'Tab') void choose(found[active]!);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  useLayoutEffect(() => {
    keys.current = handleKey;
    return () => {
      keys.current = null;
    };
  });

  if (status === 'failed' && all.length === 0)
    return (
      <div className={`options ${styles.list}`} role="alert">
        <p className="none">
          {failure && errorText(failure, zone)}{' '}
          <TextButton onMouseDown={(event) => event.preventDefault()} onClick={() => dispatch(quickReplies.wanted())}>
            {t('again')}
          </TextButton>
        </p>
      </div>
    );
  if (found.length === 0)
    return <VisuallyHidden>{status === 'ready' && <span role="status">{t('noReply')}</span>}</VisuallyHidden>;
  return (
    <div className={`options ${styles.list}`}>
      <VisuallyHidden>
        <span role="status">{t('replies', { count: found.length })}</span>
      </VisuallyHidden>
      <div role="listbox" id={id} aria-label={t('quick')}>
        {found.map((reply, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={reply.id}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            className={at === active ? 'is-active' : ''}
            title={reply.message}
            onMouseMove={() => at === active || goTo(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void choose(reply)}
          >
            <b className="truncate">/{labelOf(reply.shortcode)}</b>
            <span className="truncate">{labelOf(reply.message)}</span>
            {reply.id === fetching ? <Spinner /> : reply.mediaName !== null && <Icon of={Paperclip} />}
          </div>
        ))}
      </div>
      <p className={styles.keys} aria-hidden="true">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keyChoose')} <Kbd>Enter</Kbd> {t('keyInsert')} <Kbd>Esc</Kbd> {t('keyClose')}
      </p>
    </div>
  );
};
