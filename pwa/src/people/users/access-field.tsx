import { createContext, useContext, useId } from 'react';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import styles from './access-field.module.css';
import { NewPasswordField } from './user-fields.tsx';

/** How a new user gets their password. */
export type Access = { isInvited: boolean; choose: (isInvited: boolean) => void };
export const AccessContext = createContext<Access>({ isInvited: false, choose: () => undefined });

/** A password that the administrator types, or an invitation to choose one. */
export const AccessField = (props: FieldProps) => {
  const words = useWords('users');
  const { isInvited, choose } = useContext(AccessContext);
  const name = useId();
  return (
    <>
      <fieldset className="field">
        <legend className="label">{words('access')}</legend>
        <div className={styles.ways}>
          {[false, true].map((isInvitation) => (
            <label className="check" key={String(isInvitation)}>
              <input type="radio" name={name} checked={isInvited === isInvitation} onChange={() => choose(isInvitation)} />
              {words(isInvitation ? 'invite' : 'typePassword')}
            </label>
          ))}
        </div>
        {isInvited && <p className="hint">{words('inviteHint')}</p>}
      </fieldset>
      {!isInvited && <NewPasswordField {...props} />}
    </>
  );
};
