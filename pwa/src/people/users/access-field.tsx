import { createContext, useContext, useId } from 'react';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import styles from './access-field.module.css';
import { NewPasswordField } from './user-fields.tsx';

/** How a new user gets their password. */
export type Access = { isInvited: boolean; choose: (isInvited: boolean) => void };
export const AccessContext = createContext<Access>({ isInvited: true, choose: () => undefined });

/** An invitation to choose a password, or one that the administrator types: to type one is to choose that. */
export const AccessField = (props: FieldProps) => {
  const words = useWords('users');
  const { isInvited, choose } = useContext(AccessContext);
  const name = useId();
  return (
    <>
      <fieldset className="field">
        <legend className="label">{words('access')}</legend>
        <div className={styles.ways}>
          {[true, false].map((isInvitation) => (
            <label className="check" key={String(isInvitation)}>
              <input
                type="radio"
                name={name}
                checked={isInvited === isInvitation}
                onChange={() => {
                  choose(isInvitation);
                  if (isInvitation) props.onChange('');
                }}
              />
              {words(isInvitation ? 'invite' : 'typePassword')}
            </label>
          ))}
        </div>
        {isInvited && <p className="hint">{words('inviteHint')}</p>}
      </fieldset>
      <NewPasswordField
        {...props}
        isOptional={isInvited}
        onChange={(password) => {
          if (password) choose(false);
          props.onChange(password);
        }}
      />
    </>
  );
};
