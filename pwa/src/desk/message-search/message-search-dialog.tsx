import { zodResolver } from '@hookform/resolvers/zod';
import { limits, MessageSearch, messageSearchRefusals } from '@prosa/contracts/schemas';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './message-search.module.css';
import type texts from './message-search.screen.pt.json';
import { SearchResults } from './search-results.tsx';
import { useMessageSearch } from './use-message-search.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'message-search': typeof texts;
  }
}

type Form = { dateStart: string; dateEnd: string; description: string };
const resolver = zodResolver(MessageSearch as unknown as z.ZodType<Form, Form>);

/**
 * Searches messages by text and days, in all conversations. It searches half a second after the last key press, from three characters on.
 */
export const MessageSearchDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('message-search');
  const { found, search, more, retry, clear } = useMessageSearch();
  const {
    register,
    control: form,
    formState,
    handleSubmit,
    watch,
    trigger,
  } = useForm<Form>({
    resolver,
    defaultValues: { dateStart: '', dateEnd: '', description: '' },
    reValidateMode: 'onSubmit',
    shouldFocusError: false, // the dialog focuses the first error itself
  });
  const { errors } = formState;
  const { dateStart, dateEnd, description } = watch();
  const words = description.trim();
  const searched = useRef('');

  const send = (form: Form) => {
    searched.current = JSON.stringify(form);
    search(form);
  };
  const ask = () => void handleSubmit(send, clear)();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the typed values define the search
  useEffect(() => {
    if (words.length < limits.searchMin) {
      searched.current = '';
      return clear();
    }
    if (isUnfinished(dateStart) || isUnfinished(dateEnd)) return; // said when the field is left
    const timer = setTimeout(() => {
      if (searched.current !== JSON.stringify({ dateStart, dateEnd, description })) ask();
    }, limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [dateStart, dateEnd, words]);

  const codeOf = (message: string | undefined) =>
    (Object.keys(messageSearchRefusals) as (keyof typeof messageSearchRefusals)[]).find(
      (key) => messageSearchRefusals[key] === message,
    );
  const textOf = (message: string | undefined, other = message): string | undefined => {
    const code = codeOf(message);
    return code ? t(code) : other;
  };
  const dayTextOf = (message: string | undefined) => textOf(message, message && t('badDate'));
  const day = (name: 'dateStart' | 'dateEnd') => (
    <Field label={t(name)} error={dayTextOf(errors[name]?.message)}>
      {(control) => (
        <Controller
          control={form}
          name={name}
          render={({ field }) => (
            <DateInput {...control} {...field} onBlur={() => isUnfinished(field.value) && void trigger(name)} />
          )}
        />
      )}
    </Field>
  );

  return (
    <Dialog title={t('title')} isOpen onClose={onClose} onSubmit={ask}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focused element is inside */}
      <div className={styles.search} onKeyDown={handleArrows}>
        <div className="form">
          <div className={styles.days}>
            {day('dateStart')}
            {day('dateEnd')}
          </div>
          <Field label={t('description')} error={textOf(errors.description?.message)}>
            {(control) => (
              <TextInput
                {...control}
                {...register('description')}
                autoFocus
                icon={Search}
                autoComplete="off"
                enterKeyHint="search"
                maxLength={200}
                end={<IconButton icon={ArrowRight} label={t('search')} type="submit" smallIcon />}
              />
            )}
          </Field>
        </div>
        <SearchResults found={found} isAsked={words.length >= limits.searchMin} onMore={more} onRetry={retry} onClose={onClose} />
      </div>
    </Dialog>
  );
};

/** Whether a date is incomplete or invalid. */
const isUnfinished = (day: string): boolean => day !== '' && !/^\d{4}-/.test(day);

/** Down and up move the focus from the field through the results and back. */
const handleArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input[name="description"], a[data-found]')];
  const next = stops[stops.indexOf(target) + step];
  if (!stops.includes(target) || !next) return;
  event.preventDefault();
  next.focus();
};
