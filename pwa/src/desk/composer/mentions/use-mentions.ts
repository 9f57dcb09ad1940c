import { mentions } from '@prosa/contracts/schemas';
import { type KeyboardEvent, type TextareaHTMLAttributes, useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { call } from '../../../kernel/calls/client.ts';
import { inserted } from '../../../ui/fields/inserted.ts';
import { type Mentionable, meantBy, mentionsIn, namedAt } from './mentions.model.ts';

/** Whom an observation may name: who sees the ticket, or, of one that is being transferred, who will see it there. */
export type Naming = { ticketId: string; to?: { queueId: string; userId: string | null } | undefined };

type Asked = { of: string; people: Mentionable[] | null; failure: Failure | null };

/** These colleagues, asked for once they are wanted. */
const usePeople = ({ ticketId, to }: Naming, isWanted: boolean) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [tries, setTries] = useState(0);
  const [queueId, userId] = [to?.queueId, to?.userId ?? undefined];
  const of = [ticketId, queueId, userId].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    call(mentions.routes.people, { params: { ticketId }, query: { queueId, userId } }).then(
      ({ data }) => {
        const named = data.people.flatMap(({ name, ...person }) => (name ? [{ ...person, name }] : []));
        if (!isOver) setAsked({ of, people: named, failure: null });
      },
      (error: unknown) => isOver || setAsked({ of, people: null, failure: failureOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [of, isWanted, tries]);
  const { people, failure } = asked?.of === of ? asked : { people: null, failure: null };
  return { people, failure, again: () => setTries(tries + 1) };
};

/** Connects the field of an observation with the list of colleagues: finds the name typed behind an `@`, and handles the list's keys. */
export const useMentions = (naming: Naming, text: string) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  /** The position of the `@` whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [went, setWent] = useState({ query: '', to: 0 });
  const chosen = useRef(new Map<string, string>());
  // It may have taken the place of a plain field, with its text: the browser tells nothing of that caret.
  useEffect(() => {
    if (field.current && field.current === document.activeElement) setCaret(field.current.selectionEnd);
  }, []);
  const typed = caret === null ? null : namedAt(text, caret);
  // A draft may name people whom nobody chooses anew.
  const [isWanted, setWanted] = useState(text.includes('@'));
  if (typed && !isWanted) setWanted(true);
  if (closed !== null && typed?.from !== closed) setClosed(null);
  const { people, failure, again } = usePeople(naming, isWanted);
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
    field,
    fieldProps,
    handleKeyDown,
    begin,
    /** The field has lost the focus. */
    leave: () => setCaret(null),
    mentionsOf: (body: string) => mentionsIn(body, people ?? [], chosen.current),
    list: isOpen ? { id, found, active, optionId, people, failure, again, goTo, choose } : null,
  };
};
