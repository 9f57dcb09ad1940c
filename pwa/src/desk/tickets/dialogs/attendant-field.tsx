import Inbox from 'lucide-react/icons/inbox';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { FieldOption } from '../../../ui/fields/field-option.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { HereDot, hereOf } from '../../../ui/marks/presence.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import styles from './transfer-dialog.module.css';
import type { Candidate } from './use-attendants.ts';

/** A person, or `nobody`: the ticket waits in the queue. */
export type Choice = Candidate | 'nobody';
const keyOf = (choice: Choice): string => (choice === 'nobody' ? choice : choice.id);

type Props = {
  words: string;
  onWords: (words: string) => void;
  choices: Choice[];
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
  busy: boolean;
  error: string | undefined;
  hint: string | undefined;
  /** Said in place of people, if there are none. */
  none: string | null;
};

/**
 * A field that lists people before anything is written. What is marked is what is chosen: arrow keys and the mouse choose, and Enter submits
 * the form. Escape closes what was searched before it closes the dialog; an arrow key or a letter opens it again.
 */
export const AttendantField = ({ words, onWords, choices, chosen, onChoose, busy, error, hint, none }: Props) => {
  const { t } = useTexts('tickets');
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const isShown = isOpen && (choices.length > 0 || none !== null);
  const at = chosen === null ? -1 : choices.findIndex((one) => keyOf(one) === keyOf(chosen));
  useEffect(() => {
    list.current?.querySelector('.is-active')?.scrollIntoView?.({ block: 'nearest' });
  });
  const goTo = (index: number) => {
    const next = choices[(index + choices.length) % choices.length];
    if (next) onChoose(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isShown) goTo(at === -1 && step < 0 ? -1 : at + step);
      setOpen(true);
    } else if (event.key === 'Escape' && isShown && words.trim() !== '') {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <Field label={t('attendant')} note={t('optional')} error={error} hint={hint}>
      {(control) => (
        <>
          <TextInput
            {...control}
            role="combobox"
            autoComplete="off"
            autoFocus
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}-list` : undefined}
            aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
            icon={Search}
            placeholder={t('attendantHint')}
            value={words}
            onChange={({ target }) => {
              setOpen(true);
              onWords(target.value);
            }}
            onKeyDown={handleKeyDown}
            end={
              busy ? (
                <span className="button icon-only" aria-hidden="true">
                  <Spinner />
                </span>
              ) : undefined
            }
          />
          {isShown && (
            <div className={`options tall ${styles.people}`} ref={list}>
              <div role="listbox" id={`${id}-list`} aria-label={t('attendants')}>
                {choices.map((choice, index) => (
                  <FieldOption
                    key={keyOf(choice)}
                    id={`${id}-${index}`}
                    isActive={index === at}
                    className={choice === 'nobody' ? styles.nobody : undefined}
                    onChoose={() => {
                      onChoose(choice);
                      if (words.trim() !== '') setOpen(false);
                    }}
                  >
                    {choice === 'nobody' ? <Nobody /> : <Person person={choice} />}
                  </FieldOption>
                ))}
              </div>
              {none !== null && <div className="none">{none}</div>}
            </div>
          )}
        </>
      )}
    </Field>
  );
};

const Nobody = () => {
  const { t } = useTexts('tickets');
  return (
    <>
      <span className={styles.inbox}>
        <Icon of={Inbox} />
      </span>
      <span className="grow">{t('nobody')}</span>
    </>
  );
};

const Person = ({ person }: { person: Candidate }) => {
  const { t } = useTexts('tickets');
  const { t: words } = useTexts('ui');
  const { name, profilePicUrl, openTickets, outside } = person;
  const here = hereOf(person);
  return (
    <>
      <Avatar name={name} picture={profilePicUrl} size={28} />
      <span className="grow">
        <span className="truncate">{name}</span>
        <small className="truncate">
          {openTickets !== null && t('openCount', { count: openTickets })}
          {outside && <b>{t('outsideQueue')}</b>}
          {outside && outside.length > 0 && ` · ${outside.join(', ')}`}
        </small>
      </span>
      <span className={`${styles.presence} ${here === 'available' ? '' : styles.muted}`}>
        <HereDot here={here} />
        {words(`availability.${here}`)}
      </span>
    </>
  );
};
