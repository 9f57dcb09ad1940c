import { zodResolver } from '@hookform/resolvers/zod';
import { servesTickets } from '@prosa/contracts';
import { type ChatView, chatRoutes, newId } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { users as colleagues } from '../../people/users/users.slice.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { MultiSelect } from '../../ui/overlays/select.tsx';
import { changeChat, createChat } from './chats.commands.ts';
import styles from './chats.module.css';

const schema = chatRoutes.create.body;
type Values = { title: string; users: string[] };

/** Begins a chat, or changes the title and members of one's own. */
export const ChatDialog = ({ chat, onClose }: { chat: ChatView | null; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const [ref] = useState(newId);
  const me = useSelector(selectMe);
  const items = colleagues
    .useAll()
    .filter((one) => one.id !== me?.id && servesTickets(one))
    .map(({ id, name }) => ({ id, name: name ?? t('someone') }));
  const { register, control, formState, handleSubmit } = useForm<Values>({
    resolver: zodResolver(schema) as never,
    mode: 'onTouched',
    shouldFocusError: false, // the dialog does it
    defaultValues: {
      title: chat?.title ?? '',
      users: chat?.users.map(({ userId }) => userId).filter((id) => id !== me?.id) ?? [],
    },
  });
  const { isBusy, failure, forget } = useAct(
    chat ? changeChat.act({ id: chat.id }) : createChat.act({ ref, title: '', users: [] }),
    onClose,
  );
  const send = (values: Values) =>
    dispatch(chat ? changeChat.start({ id: chat.id, ...values }) : createChat.start({ ref, ...values }));
  const wrong = formState.errors.title?.message ?? failure?.fields.title;
  return (
    <Dialog
      title={t('conversation')}
      isOpen
      keeps={formState.isDirty}
      onClose={onClose}
      onSubmit={() => void handleSubmit(send)()}
      refusal={failure && !failure.fields.title ? errorText(failure) : null}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('close')}
          </Button>
          <Button kind="primary" type="submit" steady={`save chat ${chat?.id ?? ''}`} busy={isBusy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label={t('titleField')} error={wrong}>
          {(field) => (
            <TextInput {...field} autoFocus autoComplete="off" {...register('title', { onChange: () => failure && forget() })} />
          )}
        </Field>
        <Controller
          name="users"
          control={control}
          render={({ field: { value, onChange } }) => (
            <Field label={t('people')} error={failure?.fields.users}>
              {(field) => (
                <MultiSelect
                  className="as-field"
                  control={field}
                  label={t('people')}
                  items={items}
                  chosen={value}
                  onChoose={onChange}
                >
                  <span className={`value ${styles.chosen}`}>
                    {value.length === 0 && <span className="secondary">{t('nobody')}</span>}
                    {items
                      .filter(({ id }) => value.includes(id))
                      .map(({ id, name }) => (
                        <Tag key={id} name={name} />
                      ))}
                  </span>
                </MultiSelect>
              )}
            </Field>
          )}
        />
      </div>
    </Dialog>
  );
};
