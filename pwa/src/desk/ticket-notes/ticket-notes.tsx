import { zodResolver } from '@hookform/resolvers/zod';
import { newId, TicketNoteForm, type TicketNoteView } from '@prosa/contracts/schemas';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import type { z } from 'zod';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { selectServes } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { useMentions } from '../composer/mentions/use-mentions.ts';
import { NamingArea } from '../composer/naming-area.tsx';
import { useDraft } from '../composer/use-draft.ts';
import { NamingText } from '../messages/message/naming-text.tsx';
import { addNote, deleteNote } from './ticket-notes.commands.ts';
import styles from './ticket-notes.module.css';
import { notes } from './ticket-notes.slice.ts';

type Props = { ticketId: string; contactId: string };

/** The team's notes on a ticket: a field for a new one, and the existing ones, newest first. */
export const TicketNotes = ({ ticketId, contactId }: Props) => {
  const { t } = useTexts('ticket-notes');
  const dispatch = useDispatch();
  const serves = useSelector(selectServes);
  const { filter, failure, ...list } = useSelector(notes.selectState);
  const isShown = filter === ticketId; // until they are requested, the list is another ticket's
  const status = isShown ? list.status : 'loading';
  const all = useSelector(notes.selectAll);
  const shown = isShown ? all : [];
  const { offline } = useSelector(selectLive);
  const waits = offline && failure?.status === 0; // the banner reports it for all
  const [deleting, setDeleting] = useState<TicketNoteView | null>(null);
  useEffect(() => void dispatch(notes.chosen(ticketId)), [ticketId, dispatch]);
  return (
    <section className={styles.notes} aria-label={t('title')}>
      <header>
        <h3>{t('title')}</h3>
        <span className="secondary">{t('teamOnly')}</span>
      </header>
      {serves && <NewNote key={ticketId} {...{ ticketId, contactId }} />}
      {status === 'loading' && shown.length === 0 && <SkeletonRows rows={1} label={t('loading')} />}
      {status === 'failed' && waits && shown.length === 0 && <p className={styles.empty}>{t('offline')}</p>}
      {status === 'failed' && !waits && (
        <ErrorState title={t('failed')} onRetry={() => dispatch(notes.chosen(ticketId))}>
          {failure && errorText(failure)}
        </ErrorState>
      )}
      {status === 'ready' && shown.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
      <ul>
        {shown.map((note) => (
          <Note key={note.id} note={note} {...(serves && { onDelete: setDeleting })} />
        ))}
      </ul>
      {deleting && <DeleteDialog note={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
};

type Form = z.output<typeof TicketNoteForm>;

/** Each note that was added makes way for another one. What is written stays on this device until then. */
const NewNote = ({ ticketId, contactId }: Props) => {
  const { t } = useTexts('ticket-notes');
  const dispatch = useDispatch();
  const [ref, setRef] = useState(newId);
  const [draft, setDraft] = useDraft('ticketNote', ticketId);
  const { register, formState, handleSubmit, reset, getValues, setValue } = useForm<Form>({
    resolver: zodResolver(TicketNoteForm),
    defaultValues: { note: draft },
  });
  // Another tab may write it, or add it.
  useEffect(() => {
    if (getValues('note') !== draft) setValue('note', draft);
  }, [draft, getValues, setValue]);
  const sent = useRef('');
  const { isBusy, failure, forget } = useAct(addNote.act({ ref, ticketId, contactId, note: '' }), () => {
    setRef(newId());
    if (getValues('note').trim() !== sent.current) return; // more was written meanwhile
    reset({ note: '' });
    setDraft('');
  });
  const why = failure && (failure.status === 0 ? t('notSaved') : errorText(failure));
  const error = formState.errors.note?.message ?? failure?.fields.note ?? why ?? undefined;
  const named = useMentions({ ticketId }, draft);
  const send = ({ note }: Form) => {
    sent.current = note;
    const mentions = named.mentionsOf(note);
    dispatch(addNote.start({ ref, ticketId, contactId, note, ...(mentions.length > 0 && { mentions }) }));
  };
  const handleChange = (note: string) => {
    setDraft(note);
    if (failure) forget();
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      <Field label={t('new')} error={error}>
        {(control) => (
          <div className={styles.field}>
            <NamingArea
              {...control}
              named={named}
              className="input"
              rows={2}
              {...register('note', { onChange: ({ target }) => handleChange(target.value) })}
            />
          </div>
        )}
      </Field>
      <Button small type="submit" steady={`note ${ticketId}`} busy={isBusy}>
        {t('add')}
      </Button>
    </form>
  );
};

const NoteText = ({ note: { note, mentions } }: { note: TicketNoteView }) => {
  const { t } = useTexts('ticket-notes');
  if (note === null) return t('forgotten');
  return mentions.length === 0 ? note : <NamingText text={note} mentions={mentions} part={(text) => text} />;
};

const Note = ({ note, onDelete }: { note: TicketNoteView; onDelete?: (note: TicketNoteView) => void }) => {
  const { t } = useTexts('ticket-notes');
  const { dateTime } = useFormat();
  return (
    <li>
      <div className={styles.said}>
        <div className={styles.who}>
          <b>{note.user.name ?? t('someone')}</b> · <time dateTime={note.createdAt}>{dateTime(note.createdAt)}</time>
        </div>
        <p>
          <NoteText note={note} />
        </p>
      </div>
      {onDelete && (
        <IconButton
          icon={Trash2}
          small
          label={t('deleteOne', { note: note.note ?? t('forgotten') })}
          onClick={() => onDelete(note)}
        />
      )}
    </li>
  );
};

/** Shows what will be lost and asks for confirmation once. */
const DeleteDialog = ({ note, onClose }: { note: TicketNoteView; onClose: () => void }) => {
  const { t } = useTexts('ticket-notes');
  const dispatch = useDispatch();
  return (
    <DeletionDialog
      title={t('delete')}
      id={note.id}
      act={deleteNote.act({ id: note.id })}
      onDelete={() => dispatch(deleteNote.start({ id: note.id }))}
      onClose={onClose}
      texts={{ cancel: t('cancel'), delete: t('deleteIt') }}
    >
      <p>{note.note ?? t('forgotten')}</p>
    </DeletionDialog>
  );
};
