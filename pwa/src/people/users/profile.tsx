import { twoStepRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useWords, type Words } from '../../records/use-words.ts';
import { AccountRows } from '../account/account-rows.tsx';
import { OwnPicture } from '../account/own-picture.tsx';
import { PendingEmail } from '../account/pending-email.tsx';
import { SignInsDialog } from '../account/sign-ins-dialog.tsx';
import { TwoStepDialog } from '../account/two-step-dialog.tsx';
import { selectMe } from '../sessions/sessions.slice.ts';
import { UserForm } from './user-form.tsx';
import { parts, screen } from './users.screen.tsx';

export { screen };

/**
 * The own picture, name, e-mail and password, for administrators also profile and queues; and how the account is protected, in dialogs of their own
 * beside the form: a submit within it would be the form's as well.
 */
export const Profile = ({ onClose }: { onClose: () => void }) => {
  const me = useSelector(selectMe);
  const words = useWords('users');
  const own: Words = (key, values) => words(key === 'edit' ? 'profile' : key, values);
  const { reply, failure, again } = useAnswer(() => call(twoStepRoutes.show));
  const [opened, setOpened] = useState<'two-step' | 'sign-ins' | null>(null);
  const twoStep = reply?.data ?? null;
  if (!me) return null;
  const close = () => setOpened(null);
  const rows = (
    <AccountRows
      twoStep={twoStep}
      pending={me.pendingEmail !== null && <PendingEmail id={me.id} email={me.email ?? ''} newEmail={me.pendingEmail} />}
      failure={failure}
      onRetry={again}
      onTwoStep={() => setOpened('two-step')}
      onSignIns={() => setOpened('sign-ins')}
    />
  );
  return (
    <>
      <UserForm
        {...parts}
        item={me as never}
        words={own}
        isOwn
        hasCode={twoStep?.on === true}
        above={<OwnPicture />}
        below={rows}
        onClose={onClose}
      />
      {opened === 'two-step' && twoStep && (
        <TwoStepDialog twoStep={twoStep} email={me.email ?? ''} onChanged={again} onClose={close} />
      )}
      {opened === 'sign-ins' && <SignInsDialog onClose={close} />}
    </>
  );
};
