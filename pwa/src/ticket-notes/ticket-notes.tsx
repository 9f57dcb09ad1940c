import { zodResolver } from '@hookform/resolvers/zod';
import { newId, type TicketNoteView, ticketNotes } from '@prosa/contracts';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { z } from 'zod';
import { errorText } from '../i18n/error-text.ts';
import { emptyList } from '../kernel/live-list.ts';
import { useAct } from '../kernel/use-act.ts';
import { useFormat } from '../sessions/use-format.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { addNote, deleteNote } from './ticket-notes.commands.ts';
import styles from './ticket-notes.module.css';
import { notesWanted, selectNotes } from './ticket-notes.slice.ts';

type Props = { ticketId: string; contactId: string };

const noneYet = { status: 'loading', failure: null, live: emptyList<TicketNoteView>() } as const;

/** What the team keeps of a ticket: a field for one more, and those there are, newest first. */
export const TicketNotes = ({ ticketId, contactId }: Props) => {
  const { t } = useTranslation('ticket-notes');
  const dispatch = useDispatch();
  const notes = useSelector(selectNotes);
  const isShown = notes.ticketId === ticketId; // until the first wish they are another's
  const { status, failure, live } = isShown ? notes : noneYet;
  const [deleting, setDeleting] = useState<TicketNoteView | null>(null);
  useEffect(() => void dispatch(notesWanted(ticketId)), [ticketId, dispatch]);
  return (
    <section className={styles.notes} aria-label={t('title')}>
      <header>
        <h3>{t('title')}</h3>
      </header>
      <NewNote key={ticketId} {...{ ticketId, contactId }} />
      {status === 'loading' && live.ids.length === 0 && <SkeletonRows rows={1} label={t('loading')} />}
      {status === 'failed' && (
        <ErrorState title={t('failed')} onRetry={() => dispatch(notesWanted(ticketId))}>
          {failure && errorText(failure)}
        </ErrorState>
      )}
      {status === 'ready' && live.ids.length === 0 && <p className="secondary">{t('empty')}</p>}
      <ul>
        {live.ids.map((id) => (
          <Note key={id} note={live.byId[id]!} onDelete={setDeleting} />
        ))}
      </ul>
      {deleting && <DeleteDialog note={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
};

const schema = ticketNotes.routes.add.body.pick({ note: true });
type Form = z.output<typeof schema>;

/** Each note that was added makes way for another one. */
const NewNote = ({ ticketId, contactId }: Props) => {
  const { t } = useTranslation('ticket-notes');
  const dispatch = useDispatch();
  const [ref, setRef] = useState(newId);
  const { register, formState, handleSubmit, reset } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: { note: '' },
  });
  const { isBusy, failure, forget } = useAct(addNote.act({ ref, ticketId, contactId, note: '' }), () => {
    reset();
    setRef(newId());
  });
  const error = formState.errors.note?.message ?? failure?.fields.note ?? (failure ? errorText(failure) : undefined);
  const send = ({ note }: Form) => void dispatch(addNote.start({ ref, ticketId, contactId, note }));
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      <Field label={t('new')} error={error}>
        {(control) => <TextArea {...control} rows={2} {...register('note', { onChange: () => failure && forget() })} />}
      </Field>
      <Button small type="submit" steady={`note ${ticketId}`} busy={isBusy}>
        {t('add')}
      </Button>
    </form>
  );
};

const Note = ({ note, onDelete }: { note: TicketNoteView; onDelete: (note: TicketNoteView) => void }) => {
  const { t } = useTranslation('ticket-notes');
  const { dateTime } = useFormat();
  return (
    <li>
      <div className={styles.said}>
        <p>{note.note ?? t('forgotten')}</p>
        <p className="secondary">
          {note.user.name ?? t('someone')} · <time dateTime={note.createdAt}>{dateTime(note.createdAt)}</time>
        </p>
      </div>
      <IconButton
        icon={Trash2}
        small
        label={t('deleteOne', { note: note.note ?? t('forgotten') })}
        onClick={() => onDelete(note)}
      />
    </li>
  );
};

/** Names what will be lost, and asks once. */
const DeleteDialog = ({ note, onClose }: { note: TicketNoteView; onClose: () => void }) => {
  const { t } = useTranslation('ticket-notes');
  const dispatch = useDispatch();
  const { isBusy, failure } = useAct(deleteNote.act({ id: note.id }), onClose);
  return (
    <Dialog
      title={t('delete')}
      isOpen
      onClose={onClose}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="danger"
            steady={`delete ${note.id}`}
            busy={isBusy}
            onClick={() => dispatch(deleteNote.start({ id: note.id }))}
          >
            {t('deleteIt')}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{note.note ?? t('forgotten')}</p>
      </div>
    </Dialog>
  );
};
