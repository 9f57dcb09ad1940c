import { Controller, type UseFormReturn } from 'react-hook-form';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import styles from './checkout.module.css';
import type { Payer } from './payer.ts';
import { withHyphen } from './zip-code.ts';

type Props = {
  form: UseFormReturn<Payer>;
  /** The server's messages by field. */
  refused: Readonly<Record<string, string>>;
  onChanged: () => void;
};

/** The first step: to whom and where the invoice goes. */
export const DataStep = ({ form: { control, register, formState, getValues, setValue }, refused, onChanged }: Props) => {
  const { t } = useTexts('checkout');
  /** The messages of the specification are Portuguese; other languages have theirs below `wrong`. */
  const errorOf = (name: keyof Payer): string | undefined => {
    const wrong = formState.errors[name]?.message ?? refused[name];
    return wrong && (findText('checkout', `wrong.${wrong}`) ?? wrong);
  };
  const inputOf = (name: Exclude<keyof Payer, 'zipcode' | 'country' | 'useAddressForPaymentDetails'>) =>
    register(name, { onChange: onChanged });
  return (
    <div className="form">
      <Field label={t('firstName')} error={errorOf('firstName')}>
        {(field) => <TextInput {...field} {...inputOf('firstName')} autoComplete="name" autoFocus />}
      </Field>
      <Field label={t('address')} error={errorOf('address2')}>
        {(field) => <TextInput {...field} {...inputOf('address2')} autoComplete="street-address" />}
      </Field>
      <div className={styles.trio}>
        <Field label={t('city')} error={errorOf('city')}>
          {(field) => <TextInput {...field} {...inputOf('city')} autoComplete="address-level2" />}
        </Field>
        <Field label={t('state')} error={errorOf('state')}>
          {(field) => <TextInput {...field} {...inputOf('state')} autoComplete="address-level1" />}
        </Field>
        <Field label={t('zip')} error={errorOf('zipcode')}>
          {(field) => (
            <Controller
              name="zipcode"
              control={control}
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <TextInput
                  {...field}
                  {...{ value, onBlur, ref }}
                  name="zipcode"
                  autoComplete="postal-code"
                  inputMode="numeric"
                  onChange={({ target }) => {
                    onChange(withHyphen(target.value, getValues('country')));
                    onChanged();
                  }}
                />
              )}
            />
          )}
        </Field>
      </div>
      <Field label={t('country')} error={errorOf('country')}>
        {(field) => (
          <Controller
            name="country"
            control={control}
            render={({ field: { value, onChange } }) => (
              <Select
                control={field}
                label={t('country')}
                items={(['BR', 'usa'] as const).map((id) => ({ id, name: t(`countries.${id}`) }))}
                chosen={value === '' ? null : value}
                onChoose={(id) => {
                  onChange(id);
                  setValue('zipcode', withHyphen(getValues('zipcode'), id === 'usa' ? 'usa' : 'BR'));
                  onChanged();
                }}
              />
            )}
          />
        )}
      </Field>
      <Controller
        name="useAddressForPaymentDetails"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Checkbox
            checked={value}
            onChange={(checked) => {
              onChange(checked);
              onChanged();
            }}
          >
            {t('useAddress')}
          </Checkbox>
        )}
      />
    </div>
  );
};
