import { type InvoiceView, invoiceRoutes, servesTickets } from '@prosa/contracts';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { connections } from '../../channels/connections/connections.slice.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { chargeBody } from '../checkout/charge-body.ts';
import { Checkout, type Usage } from '../checkout/checkout.tsx';

type Props = { invoice: InvoiceView; onClose: () => void };

/** The checkout of an invoice; mounted only while it is open. `invoice` follows the pushes. */
export const PayDialog = ({ invoice, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('checkout');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const me = useSelector(selectMe);
  const usage = useUsage();
  const { reply, failure, again } = useAnswer(() => api.call(invoiceRoutes.subscription, {}));
  if (!reply)
    return (
      <Dialog title={t('title', { number: invoice.number })} isOpen onClose={onClose}>
        {failure ? (
          <ErrorState title={t('failed')} onRetry={again}>
            {errorText(failure)}
          </ErrorState>
        ) : (
          <SkeletonRows rows={4} label={t('loading')} />
        )}
      </Dialog>
    );
  return (
    <Checkout
      subscription={reply.data}
      invoice={invoice}
      name={me?.name ?? ''}
      usage={usage}
      pay={async (payer, plan, idempotencyKey) =>
        (await api.call(invoiceRoutes.subscribe, { body: chargeBody(invoice, payer, plan), idempotencyKey })).data
      }
      onCharged={() => dispatch(notified({ kind: 'ok', text: t('charged') }))}
      onCancel={onClose}
      onDone={() => {
        onClose();
        navigate('/');
      }}
    >
      {({ body, ...around }) => (
        <Dialog isOpen keeps {...around} onClose={onClose}>
          {body}
        </Dialog>
      )}
    </Checkout>
  );
};

/** What the company has of what plans limit; null until it is known. */
const useUsage = (): Usage | null => {
  const dispatch = useDispatch();
  const lists = { users, connections, queues };
  useEffect(() => {
    for (const { wanted } of [users, connections, queues]) dispatch(wanted());
  }, [dispatch]);
  const states = Object.values(lists).map(({ selectState }) => selectState);
  const isKnown = useSelector((state) => states.every((stateOf) => stateOf(state).live.asOf !== null));
  const counted = {
    users: useSelector(users.selectAll).filter(servesTickets).length,
    connections: useSelector(connections.selectAll).filter(({ channel }) => channel !== 'sample').length,
    queues: useSelector(queues.selectAll).length,
  };
  return isKnown ? counted : null;
};
