import { type HelpView, newId, helps as record } from '@prosa/contracts/schemas';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { changeHelp, createHelp, deleteHelp, type HelpFields } from './helps.commands.ts';
import styles from './helps.module.css';
import { helps } from './helps.slice.ts';

const nothing: HelpFields = { title: '', video: '', description: '' };

/** The platform's instructions, as those who keep them change them: a form, and the list of what there is. */
export const HelpSettings = () => {
  const { t } = useTexts('helps');
  const dispatch = useDispatch();
  const { status } = useSelector(helps.selectState);
  const all = helps.useAll();
  const [chosen, setChosen] = useState<HelpView | null>(null);
  const [ref, setRef] = useState(newId);
  const [removing, setRemoving] = useState<HelpView | null>(null);
  const begin = () => {
    setChosen(null);
    setRef(newId());
  };
  return (
    <section className={styles.panel} aria-labelledby="settings-helps">
      <header>
        <h2 id="settings-helps">{t('tab')}</h2>
        <span>{t('forEverybody')}</span>
      </header>
      <HelpForm key={chosen?.id ?? ref} reference={ref} help={chosen} onDone={begin} />
      {status === 'loading' && all.length === 0 && <SkeletonRows rows={2} label={t('loading')} />}
      {status === 'failed' && <ErrorState title={t('failed')} onRetry={() => dispatch(helps.wanted())} />}
      <ul className={styles.rows}>
        {all.map((help) => (
          <li key={help.id}>
            <span className="grow">
              {help.title} <small>{help.video}</small>
            </span>
            <IconButton icon={Pencil} small label={t('edit', help)} onClick={() => setChosen(help)} />
            <IconButton icon={Trash2} small label={t('remove', help)} onClick={() => setRemoving(help)} />
          </li>
        ))}
      </ul>
      {removing && <Removal help={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
};

type FormProps = { reference: string; help: HelpView | null; onDone: () => void };

const HelpForm = ({ reference: ref, help, onDone }: FormProps) => {
  const { t } = useTexts('helps');
  const dispatch = useDispatch();
  const [fields, setFields] = useState<HelpFields>(help ?? nothing);
  const [isWrong, setWrong] = useState(false);
  const { isBusy, failure, forget } = useAct(
    help ? changeHelp.act({ id: help.id }) : createHelp.act({ ref, ...nothing }),
    onDone,
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { title, video, description } = fields;
    const parsed = record.fields.safeParse({ title, video, description });
    setWrong(!parsed.success);
    if (!parsed.success) return;
    dispatch(help ? changeHelp.start({ id: help.id, ...parsed.data }) : createHelp.start({ ref, ...parsed.data }));
  };
  const set = (changes: Partial<HelpFields>) => {
    setFields({ ...fields, ...changes });
    setWrong(false);
    if (failure) forget();
  };
  const line = (field: 'title' | 'video') => (
    <Field label={t(`fields.${field}`)} hint={field === 'video' ? t('videoHint') : undefined}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          value={fields[field]}
          onChange={({ target }) => set({ [field]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {line('title')}
      {line('video')}
      <Field label={t('fields.description')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            value={fields.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </Field>
      {(isWrong || failure) && (
        <p className="error" role="alert">
          {t('saveFailed')}
        </p>
      )}
      <div className={styles.acts}>
        <Button onClick={onDone}>{t('clear')}</Button>
        <Button kind="primary" type="submit" steady={`save help ${help?.id ?? ''}`} busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
};

const Removal = ({ help, onClose }: { help: HelpView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('helps');
  const dispatch = useDispatch();
  const { isBusy, failure } = useAct(deleteHelp.act({ id: help.id }), onClose);
  return (
    <Dialog
      title={t('removeTitle', help)}
      isOpen
      onClose={onClose}
      refusal={failure && t('deleteFailed')}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="danger"
            steady={`delete ${help.id}`}
            busy={isBusy}
            onClick={() => dispatch(deleteHelp.start({ id: help.id }))}
          >
            {t('removeIt')}
          </Button>
        </>
      }
    >
      <p className="body">{t('removeHint')}</p>
    </Dialog>
  );
};
