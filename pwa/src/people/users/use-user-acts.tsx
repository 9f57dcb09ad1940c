import { twoStepRoutes, type UserView } from '@prosa/contracts';
import ShieldOff from 'lucide-react/icons/shield-off';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import type { RowAct } from '../../records/record.ts';
import { useHistoryAct } from '../../records/use-history-act.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { selectMay, selectMe } from '../sessions/sessions.slice.ts';
import { twoStepUsers } from './two-step-users.slice.ts';
import { useInvitations } from './use-invitations.tsx';

/** Turns the two-step sign-in of another user off, who has lost their phone. */
export const resetTwoStep = createCommand({
  type: 'users/resetTwoStep',
  route: twoStepRoutes.reset,
  by: ({ id }) => id,
  request: ({ id, currentPassword }: { id: string; currentPassword: string }) => ({ params: { id }, body: { currentPassword } }),
});

/** Actions for a user in their row, besides changing and deleting them. */
export const useUserActs = () => {
  const words = useWords('users');
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const [resetting, setResetting] = useState<UserView | null>(null);
  const [currentPassword, setCurrentPassword] = useState('');
  const invitations = useInvitations();
  const historyOf = useHistoryAct('/users');
  const secured = useSelector(twoStepUsers.selectState).live.byId;
  const mayWrite = useSelector(selectMay('users:write'));
  useEffect(() => {
    if (mayWrite) dispatch(twoStepUsers.wanted());
  }, [dispatch, mayWrite]);
  const actsOf = (user: UserView): RowAct[] => [
    ...(mayWrite ? invitations.actsOf(user) : []),
    ...(secured[user.id] && user.id !== me?.id && (me?.super || !user.super)
      ? [
          {
            id: 'resetTwoStep',
            icon: ShieldOff,
            label: words('resetTwoStep'),
            title: words('resetTwoStepOf', { name: user.name ?? '' }),
            run: () => {
              setCurrentPassword('');
              setResetting(user);
            },
          },
        ]
      : []),
    ...historyOf(user.id, user.name ?? ''),
  ];
  const dialog = resetting && (
    <DeletionDialog
      title={words('resetTwoStepAsk', { name: resetting.name ?? '' })}
      id={`two-step ${resetting.id}`}
      act={resetTwoStep.act({ id: resetting.id, currentPassword })}
      onDelete={() => dispatch(resetTwoStep.start({ id: resetting.id, currentPassword }))}
      onClose={() => setResetting(null)}
      texts={{ cancel: words('cancel'), delete: words('resetTwoStepDo') }}
    >
      <p>{words('resetTwoStepHint')}</p>
      <Field label={words('ownPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="currentPassword"
            autoComplete="current-password"
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
            texts={{ showPassword: words('show'), hidePassword: words('hide') }}
          />
        )}
      </Field>
    </DeletionDialog>
  );
  return {
    actsOf,
    shown: (
      <>
        {invitations.shown}
        {dialog}
      </>
    ),
  };
};
