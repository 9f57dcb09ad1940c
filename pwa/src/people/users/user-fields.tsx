import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { QueuesField as ChosenQueues } from '../../flows/queues/queues-field.tsx';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { sectors } from '../sectors/sectors.slice.ts';

/** A password that can be shown. */
const Secret = ({ hint, autoComplete, ...props }: FieldProps & { hint: string; autoComplete: string }) => {
  const { name, label, error, value, onChange, onBlur, ref } = props;
  const words = useWords('users');
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
          end={
            <IconButton
              icon={isShown ? EyeOff : Eye}
              smallIcon
              label={`${words(isShown ? 'hide' : 'show')}: ${label}`}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            />
          }
        />
      )}
    </Field>
  );
};

export const PasswordField = (props: FieldProps) => (
  <Secret {...props} hint={useWords('users')('passwordHint')} autoComplete="new-password" />
);
/** `isOptional`: the person chooses one. */
export const NewPasswordField = ({ isOptional, ...props }: FieldProps & { isOptional: boolean }) => (
  <Secret {...props} hint={useWords('users')(isOptional ? 'laterPasswordHint' : 'newPasswordHint')} autoComplete="new-password" />
);
export const CurrentPasswordField = (props: FieldProps) => (
  <Secret {...props} hint={useWords('users')('currentPasswordHint')} autoComplete="current-password" />
);

/** The own password of an administrator who changes how somebody else signs in. */
export const OwnPasswordField = (props: FieldProps) => {
  const words = useWords('users');
  return <Secret {...props} label={words('ownPassword')} hint={words('ownPasswordHint')} autoComplete="current-password" />;
};
/** A code of the own second step. Phones offer the one of the authenticator app. */
export const CodeField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('users');
  return (
    <Field label={label} error={error} hint={words('codeHint')}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          name={name}
          value={String(value ?? '')}
          maxLength={20}
          spellCheck={false}
          autoComplete="one-time-code"
          inputMode="numeric"
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
};

type Choosing = FieldProps & { profiles: readonly string[] };

const Profiles = ({ label, error, value, onChange, profiles }: Choosing) => {
  const words = useWords('users');
  const items = profiles.map((id) => ({ id, name: words(`profiles.${id}`) }));
  return (
    <Field label={label} error={error} hint={value === 'auditor' && words('auditorHint')}>
      {(control) => <Select control={control} label={label} items={items} chosen={value as string} onChoose={onChange} />}
    </Field>
  );
};

export const ProfileField = (props: FieldProps) => <Profiles {...props} profiles={['user', 'admin', 'auditor']} />;
/** For somebody who is a supervisor already: the form makes nobody else one. */
export const SupervisorField = (props: FieldProps) => (
  <Profiles {...props} profiles={['user', 'admin', 'supervisor', 'auditor']} />
);

const NONE = 'none';

export const SectorField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('users');
  const items = [{ id: NONE, name: words('noSector') }, ...useSelector(sectors.selectAll)];
  const chosen = items.some(({ id }) => id === value) ? (value as string) : NONE;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          control={control}
          label={label}
          items={items}
          chosen={chosen}
          onChoose={(id) => onChange(id === NONE ? null : id)}
        />
      )}
    </Field>
  );
};

export const QueuesField = (props: FieldProps) => <ChosenQueues {...props} none={useWords('users')('noQueues')} />;
