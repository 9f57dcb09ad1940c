import { mailRoutes, type UserView } from '@prosa/contracts';
import Copy from 'lucide-react/icons/copy';
import Send from 'lucide-react/icons/send';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useFormat } from '../sessions/use-format.ts';
import { inviteAgain } from './invitations.ts';

/** An invitation that was not accepted so far: it is mailed again, or its link is handed over by other means. */
export const InvitationDialog = ({ user: { id, name, email, invitedAt }, onClose }: { user: UserView; onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('users');
  const dispatch = useDispatch();
  const { rowTime } = useFormat();
  const say = (text: string) => dispatch(notified({ kind: 'ok', text }));
  const mailing = useAct(inviteAgain.act({ id }), () => {
    say(words('invitedAgain', { email }));
    onClose();
  });
  const linking = useLink(id, () => say(words('linkCopied')));
  const refusal = mailing.failure ? errorText(mailing.failure) : linking.fault;
  return (
    <Dialog
      title={words('invitationOf', { name })}
      isOpen
      onClose={onClose}
      refusal={refusal}
      footer={
        <>
          <Button icon={Copy} busy={linking.isBusy} onClick={linking.copy}>
            {words('copyLink')}
          </Button>
          <Button
            kind="primary"
            icon={Send}
            busy={mailing.isBusy}
            onClick={() => dispatch(inviteAgain.start({ id }))}
            steady={`invite ${id}`}
          >
            {words('inviteAgain')}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>{invitedAt && words('invitedOn', { email, when: rowTime(invitedAt) })}</p>
        {linking.link !== null && (
          <Field label={words('link')} hint={words('linkHint')}>
            {(control) => (
              <TextInput {...control} readOnly value={linking.link ?? ''} onFocus={({ target }) => target.select()} />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
};

/** The invitation's link, copied as soon as it is there; where the browser does not copy it, it can be selected. */
const useLink = (id: string, onCopied: () => void) => {
  const [state, setState] = useState<{ link: string | null; fault: string | null; isBusy: boolean }>({
    link: null,
    fault: null,
    isBusy: false,
  });
  const asked = useRef<Promise<string> | null>(null);
  const copy = async () => {
    setState((before) => ({ ...before, fault: null, isBusy: true }));
    asked.current ??= call(mailRoutes.invitationLink, { params: { id } }).then(({ data }) => data.link);
    try {
      const link = await asked.current;
      setState({ link, fault: null, isBusy: false });
      await navigator.clipboard.writeText(link).then(onCopied, () => undefined);
    } catch (error) {
      asked.current = null;
      setState({ link: null, fault: errorText(failureOf(error)), isBusy: false });
    }
  };
  return { ...state, copy: () => void copy() };
};
