import type { CardView } from '@prosa/contracts';
import { cardName as nameRule } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useFormAct } from '../../desk/tickets/dialogs/use-form-act.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { maskOf, numberOf } from '../../ui/fields/money.mask.ts';
import { MoneyInput } from '../../ui/fields/money-input.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { type CardChanges, changeCard } from './board.commands.ts';
import { selectCard } from './board.slice.ts';
import styles from './kanban.module.css';
import { cardName } from './names.ts';

type Form = { name: string; description: string; observation: string; budgetedValue: string; negotiatedValue: string };
type FieldName = keyof Form;

const formOf = (card: CardView): Form => ({
  name: cardName(card),
  description: card.description ?? '',
  observation: card.observation ?? '',
  budgetedValue: maskOf(card.budgetedValue),
  negotiatedValue: maskOf(card.negotiatedValue),
});

/** What the user has changed: a colleague may have changed the rest meanwhile. */
const changesOf = (form: Form, begun: Form): CardChanges => ({
  ...(form.description !== begun.description && { description: form.description }),
  ...(form.observation !== begun.observation && { observation: form.observation }),
  ...(form.budgetedValue !== begun.budgetedValue && { budgetedValue: numberOf(form.budgetedValue) }),
  ...(form.negotiatedValue !== begun.negotiatedValue && { negotiatedValue: numberOf(form.negotiatedValue) }),
});

/** The form of a card. Its name is the contact's, is checked and not sent: the contact's own form changes it. */
export const CardDialog = ({ card, onClose }: { card: CardView; onClose: () => void }) => {
  const words = useWords('kanban');
  const [begun] = useState(() => formOf(card));
  const [form, setForm] = useState(begun);
  const isThere = useSelector(selectCard(card.id)) !== undefined;
  const nameFault = nameRule.safeParse(form.name).error?.issues[0]?.message;
  const changes = changesOf(form, begun);
  const isComplete = nameFault === undefined;
  const { isAsked, isBusy, failure, refusal, submit, again } = useFormAct(
    changeCard,
    { id: card.id, changes },
    isComplete,
    onClose,
  );
  const isAtField = Object.keys(failure?.fields ?? {}).length > 0;
  const set = (name: FieldName) => (value: string) => {
    setForm((now) => ({ ...now, [name]: value }));
    again();
  };
  const field = (name: Exclude<FieldName, 'name'>) => ({ label: words(name), error: failure?.fields[name] });
  const handleSubmit = () => (isComplete && Object.keys(changes).length === 0 ? onClose() : submit());
  return (
    <FormDialog
      title={words('editTitle')}
      act={words('save')}
      busy={isBusy}
      refusal={isAtField ? null : (refusal ?? (isThere ? null : words('gone')))}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field label={words('name')} hint={words('nameHint')} error={isAsked ? nameFault : undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="off"
            value={form.name}
            onChange={({ target }) => set('name')(target.value)}
          />
        )}
      </Field>
      <Field {...field('description')}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={500}
            value={form.description}
            onChange={({ target }) => set('description')(target.value)}
          />
        )}
      </Field>
      <div className={styles.values}>
        <Field {...field('budgetedValue')}>
          {(control) => <MoneyInput {...control} value={form.budgetedValue} onChange={set('budgetedValue')} />}
        </Field>
        <Field {...field('negotiatedValue')}>
          {(control) => <MoneyInput {...control} value={form.negotiatedValue} onChange={set('negotiatedValue')} />}
        </Field>
      </div>
      <Field {...field('observation')}>
        {(control) => (
          <TextArea {...control} rows={4} value={form.observation} onChange={({ target }) => set('observation')(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
};
