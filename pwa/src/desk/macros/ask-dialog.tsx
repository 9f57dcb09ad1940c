import { useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

type Props = {
  /** The macro's. */
  name: string;
  /** The names of the variables. */
  asked: readonly string[];
  onAnswered: (values: Record<string, string>) => void;
  onClose: () => void;
};

/** Asks for the variables of a macro that neither the ticket nor the contact tells; each is needed. */
export const AskDialog = ({ name, asked, onAnswered, onClose }: Props) => {
  const { t } = useTexts('macros');
  const [values, setValues] = useState<Record<string, string>>({});
  const [isAsked, setAsked] = useState(false);
  const answerTo = (of: string) => (values[of] ?? '').trim();
  const submit = () => {
    setAsked(true);
    if (asked.every((of) => answerTo(of) !== '')) onAnswered(Object.fromEntries(asked.map((of) => [of, answerTo(of)])));
  };
  return (
    <FormDialog title={t('askTitle', { name })} act={t('askAct')} busy={false} onSubmit={submit} onClose={onClose}>
      {asked.map((of, at) => (
        <Field key={of} label={of} error={isAsked && answerTo(of) === '' ? t('wrong.Obrigatório') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus={at === 0}
              dir="auto"
              maxLength={500}
              value={values[of] ?? ''}
              onChange={({ target }) => setValues({ ...values, [of]: target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
};
