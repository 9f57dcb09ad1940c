import { zodResolver } from '@hookform/resolvers/zod';
import { isBlank, limits, ObservationForm } from '@prosa/contracts/schemas';
import AtSign from 'lucide-react/icons/at-sign';
import Lock from 'lucide-react/icons/lock';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { useMentions } from './mentions/use-mentions.ts';
import { NamingArea } from './naming-area.tsx';
import { NOTE_ROWS } from './note-rows.ts';
import styles from './observation-box.module.css';
import { useDraft } from './use-draft.ts';
import { useSend } from './use-send.ts';

type Form = z.output<typeof ObservationForm>;

/**
 * Writes an observation, which only the team sees, in the place of the field for messages: the conversation stays in sight. It is sent like a
 * message, and its draft is kept.
 */
export const ObservationBox = ({ ticketId, onClose }: { ticketId: string; onClose: () => void }) => {
  const { t } = useTexts('composer');
  const { t: ofUi } = useTexts('ui');
  const id = useId();
  useReturnFocus();
  const [draft, setDraft] = useDraft('note', ticketId);
  const { send } = useSend(ticketId);
  const { register, formState, handleSubmit, getValues, setValue } = useForm<Form>({
    resolver: zodResolver(ObservationForm),
    defaultValues: { body: draft },
  });
  // Another tab may write it, or send it.
  useEffect(() => {
    if (getValues('body') !== draft) setValue('body', draft);
  }, [draft, getValues, setValue]);
  const named = useMentions({ ticketId }, draft);
  const [isBusy, setBusy] = useState(false);
  const observe = ({ body }: Form) => {
    if (isBusy) return;
    setBusy(true);
    // As every form; what closes the box meanwhile does not hold it up.
    setTimeout(() => {
      const said = body.trim();
      const mentions = named.mentionsOf(said);
      send({ body: said, isObservation: true, signature: null, quoted: null, ...(mentions.length > 0 && { mentions }) });
      setDraft('');
      onClose();
    }, limits.submitDelayMs);
  };
  const submit = () => void handleSubmit(observe)();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  const wrong = formState.errors.body;
  const tooMany = draft.length - limits.messageMax;
  const error =
    tooMany > 0
      ? t('tooLong', { count: tooMany, max: formatCount(limits.messageMax) })
      : isBlank(draft)
        ? t('noteEmpty')
        : t('noteShort');
  return (
    <div className={styles.box} role="dialog" aria-labelledby={id} onKeyDown={handleKeyDown}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={styles.head} id={id}>
          <Icon of={Lock} size="tiny" />
          <b>{t('note')}</b> {t('noteTeamOnly')}
        </p>
        <NamingArea
          named={named}
          {...register('body', { onChange: ({ target }) => setDraft(target.value) })}
          rows={NOTE_ROWS}
          dir="auto"
          autoFocus
          aria-label={t('noteText')}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          placeholder={t('notePlaceholder')}
        />
        {wrong && (
          <p className={styles.error} id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
        <div className={styles.bar}>
          <Button kind="quiet" onClick={onClose}>
            {ofUi('cancel')}
          </Button>
          <IconButton icon={AtSign} label={t('mention')} onClick={named.begin} />
          <span className="grow" />
          <span className={styles.keys} aria-hidden="true">
            <Kbd>Esc</Kbd> {t('keyBack')} <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
          <Button className={styles.send} icon={Lock} type="submit" busy={isBusy}>
            {t('sendNote')}
          </Button>
        </div>
      </form>
    </div>
  );
};
