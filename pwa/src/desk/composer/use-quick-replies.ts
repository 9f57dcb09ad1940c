import { type KeyboardEvent, type RefObject, type TextareaHTMLAttributes, useEffect, useRef, useState } from 'react';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { inserted } from '../../ui/fields/inserted.ts';
import { overComposer } from './later-composer.ts';
import { type ListKeys, type ShownList, typedAt } from './quick-replies.model.ts';

/** Connects the field with the quick replies: finds the text typed behind a slash, and loads and controls the list. */
export const useQuickReplies = (field: RefObject<HTMLTextAreaElement | null>, text: string) => {
  const [caret, setCaret] = useState<number | null>(null);
  /** `all`: position of the slash that lists all replies. `closed`: position of the slash whose list was closed. */
  const [all, setAll] = useState<number | null>(null);
  const [closed, setClosed] = useState<number | null>(null);
  const [shown, setShown] = useState<ShownList | null>(null);
  const keys = useRef<ListKeys | null>(null);
  const found = caret === null ? null : typedAt(text, caret, true);
  const typed = found && (found.query !== '' || found.from === all) ? found : null;
  const isWanted = typed !== null && typed.from !== closed;
  const list = useLoaded(overComposer, isWanted);
  const [fetching, setFetching] = useState<string | null>(null);
  const ending = useRef(new AbortController());
  // A list that is drawn anew, as macros come to stand above the replies, goes on fetching; one that is closed does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the list
  useEffect(
    () => () => {
      ending.current.abort();
      setFetching(null);
    },
    [isWanted],
  );
  if (closed !== null && found?.from !== closed) setClosed(null);

  /** Inserts a slash as if typed, with a space before it if needed. */
  const openAll = () => {
    const at = field.current?.selectionStart ?? 0;
    const space = /\S$/.test(text.slice(0, at)) ? ' ' : '';
    field.current?.focus();
    setAll(at + space.length);
    inserted(field.current, `${space}/`);
  };
  const fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement> = {
    onSelect: ({ currentTarget: { selectionStart, selectionEnd } }) =>
      setCaret(selectionStart === selectionEnd ? selectionEnd : null),
    onInput: ({ currentTarget }) => setCaret(currentTarget.selectionEnd),
    onBlur: () => setCaret(null),
    ...(shown && {
      // A field of several lines stays a textbox: it may be no combobox.
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': shown.listId,
      'aria-activedescendant': shown.activeId,
    }),
  };
  return {
    fieldProps,
    handleKeyDown: (event: KeyboardEvent): boolean => keys.current?.(event) ?? false,
    openAll,
    list: isWanted ? list : null,
    listProps: {
      typed: typed ?? { from: 0, to: 0, query: '' },
      keys,
      onShown: setShown,
      fetching,
      onFetch: (replyId: string | null): AbortSignal => {
        setFetching(replyId);
        ending.current = new AbortController();
        return ending.current.signal;
      },
      onClose: () => setClosed(typed?.from ?? null),
    },
  };
};
