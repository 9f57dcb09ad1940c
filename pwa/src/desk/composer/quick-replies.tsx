import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { searchable } from '../../kernel/i18n/searchable.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { SlashOffer } from '../../shell/feature.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { quickReplies } from '../quick-messages/quick-messages.slice.ts';
import above from './mentions/above-field.module.css';
import type { Typed } from './mentions/mentions.model.ts';
import { type ListKeys, matching, type ShownList } from './quick-replies.model.ts';
import styles from './quick-replies.module.css';
import { fileOf } from './quick-reply-file.ts';
import { type Found, ReplyOptions } from './reply-options.tsx';

type Props = {
  typed: Typed;
  /** What stands above the replies. */
  offer: SlashOffer | null;
  /** Fills in the ticket's variables. */
  fill: (text: string) => string;
  /** `words` replaces the slash and the text behind it. */
  onChoose: (words: string, place: Typed) => void;
  /** The chosen reply has a file, to which its words belong. */
  onFile: (file: File, words: string) => void;
  /** The reply whose file is being fetched. */
  fetching: string | null;
  /** Fetching begins, or has failed (null); the signal ends it. */
  onFetch: (replyId: string | null) => AbortSignal;
  onClose: () => void;
  onShown: (list: ShownList | null) => void;
  keys: RefObject<ListKeys | null>;
};

/**
 * The macros and quick replies that match the typed text, above the field, which keeps the focus. If none matches there is no list, and Enter
 * sends.
 */
export const QuickReplies = ({ typed, offer, fill, onChoose, onFile, fetching, onFetch, onClose, onShown, keys }: Props) => {
  const { t } = useTexts('composer');
  const dispatch = useDispatch();
  const { zone } = useFormat();
  const { status, failure } = useSelector(quickReplies.selectState);
  const all = useSelector(quickReplies.selectAll);
  const replies = useMemo(() => matching(all, typed.query), [all, typed.query]);
  const found = useMemo((): Found[] => [...(offer?.entries ?? []), ...replies], [offer, replies]);
  const [went, setWent] = useState<{ query: string | null; to: number }>({ query: null, to: 0 });
  const active = Math.min(went.query === typed.query ? went.to : firstFor(found, typed.query), found.length - 1);
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

  const choose = async (one: Found): Promise<void> => {
    if ('run' in one) {
      onChoose('', typed);
      return one.run();
    }
    const reply = one;
    const words = fill(reply.message);
    if (reply.mediaPath === null) return onChoose(words, typed);
    if (fetching !== null) return;
    const signal = onFetch(reply.id);
    try {
      const file = await fileOf(reply, signal);
      if (signal.aborted) return;
      onChoose('', typed);
      onFile(file, words);
    } catch (error) {
      if (signal.aborted) return;
      dispatch(failureShown(failureOf(error)));
      onFetch(null);
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

  if (status === 'failed' && found.length === 0)
    return (
      <div className={`options ${above.list} ${styles.list}`} role="alert">
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
  const chosen = found[active];
  const hasOffer = offer !== null && offer.entries.length > 0;
  return (
    <div className={`options ${above.list} ${styles.list} ${hasOffer ? styles.wide : ''}`}>
      <VisuallyHidden>
        <span role="status">
          {hasOffer && `${offer.found}, `}
          {t('replies', { count: replies.length })}
        </span>
      </VisuallyHidden>
      <ReplyOptions
        {...{ id, found, active, fetching, optionId }}
        heading={hasOffer ? offer.heading : null}
        onGo={goTo}
        onChoose={(one) => void choose(one)}
      />
      <p className={`${above.keys} ${styles.keys}`}>
        <span aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keyChoose')} <Kbd>Enter</Kbd> {chosen && 'run' in chosen ? chosen.does : t('keyInsert')}{' '}
          <Kbd>Esc</Kbd> {t('keyClose')}
        </span>
        {hasOffer && offer.foot}
      </p>
    </div>
  );
};

/** The place of the one whose word was typed whole, otherwise the first. */
const firstFor = (found: readonly Found[], query: string): number =>
  Math.max(
    0,
    found.findIndex(({ shortcode }) => searchable(shortcode) === searchable(query)),
  );
