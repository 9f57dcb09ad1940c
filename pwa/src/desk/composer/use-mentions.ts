import { mentions } from '@prosa/contracts/schemas';
import { type KeyboardEvent, type RefObject, type TextareaHTMLAttributes, useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { inserted } from '../../ui/fields/inserted.ts';
import { type Mentionable, meantBy, mentionsIn, namedAt } from './mentions.model.ts';

type Asked = { people: Mentionable[] | null; failure: Failure | null };

/** The colleagues who see a ticket, asked for once they are wanted. */
const usePeople = (ticketId: string, isWanted: boolean) => {
  const [{ people, failure }, setAsked] = useState<Asked>({ people: null, failure: null });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    call(mentions.routes.people, { params: { ticketId } }).then(
      ({ data }) => {
        const named = data.people.flatMap(({ name, ...person }) => (name ? [{ ...person, name }] : []));
        if (!isOver) setAsked({ people: named, failure: null });
      },
      (error: unknown) => isOver || setAsked({ people: null, failure: failureOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [ticketId, isWanted, tries]);
  return { people, failure, again: () => setTries(tries + 1) };
};

/** Connects the field of an observation with the list of colleagues: finds the name typed behind an `@`, and handles the list's keys. */
export const useMentions = (ticketId: string, field: RefObject<HTMLTextAreaElement | null>, text: string) => {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  /** The position of the `@` whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [went, setWent] = useState({ query: '', to: 0 });
  const chosen = useRef(new Map<string, string>());
  const typed = caret === null ? null : namedAt(text, caret);
  // A draft may name people whom nobody chooses anew.
  const [isWanted, setWanted] = useState(text.includes('@'));
  if (typed && !isWanted) setWanted(true);
  if (closed !== null && typed?.from !== closed) setClosed(null);
  const { people, failure, again } = usePeople(ticketId, isWanted);
  const isOpen = typed !== null && typed.from !== closed;
  const found = isOpen && people ? meantBy(people, typed.query) : [];
  const active = went.query === typed?.query ? Math.min(went.to, found.length - 1) : 0;
  const optionId = (at: number) => `${id}-${at}`;

  const goTo = (to: number) => setWent({ query: typed?.query ?? '', to: (to + found.length) % found.length });
  const choose = (person: Mentionable) => {
    if (!typed) return;
    chosen.current.set(person.name, person.id);
    inserted(field.current, `@${person.name} `, typed.from, typed.to);
    field.current?.focus();
  };
  /** Returns whether the list used the key. */
  const handleKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape' && (found.length > 0 || people === null)) setClosed(typed.from);
    else if (found.length === 0) return false;
    else if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[active]!);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  /** Writes an `@`, with a space before it if needed. */
  const begin = () => {
    const at = field.current?.selectionStart ?? 0;
    field.current?.focus();
    inserted(field.current, /[^\s(]$/.test(text.slice(0, at)) ? ' @' : '@');
  };
  const fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement> = {
    onSelect: ({ currentTarget: { selectionStart, selectionEnd } }) =>
      setCaret(selectionStart === selectionEnd ? selectionEnd : null),
    onInput: ({ currentTarget }) => setCaret(currentTarget.selectionEnd),
    ...(found.length > 0 && {
      // A field of several lines stays a textbox: it may be no combobox.
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-activedescendant': optionId(active),
    }),
  };
  return {
    fieldProps,
    handleKeyDown,
    begin,
    /** The field has lost the focus. */
    leave: () => setCaret(null),
    mentionsOf: (body: string) => mentionsIn(body, people ?? [], chosen.current),
    list: isOpen ? { id, found, active, optionId, people, failure, again, goTo, choose } : null,
  };
};
