import type { TicketView } from '@prosa/contracts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useAct } from '../../../kernel/calls/use-act.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { MarkedText } from '../../../ui/marks/marked-text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { resolveTicket } from '../state/resolve.commands.ts';
import { lacksTag } from '../state/tickets.commands.ts';

/** Resolves with or without asking the customer for a rating: two buttons; the close button cancels. */
export const ResolveDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const act = resolveTicket.act({ ticketId: ticket.id, withoutRating: false });
  const { isBusy, failure } = useAct(act, onClose);
  const wantsTag = failure !== null && lacksTag(failure);
  useEffect(() => {
    if (wantsTag) onClose(); // the tag editor has opened below
  }, [wantsTag, onClose]);
  const resolve = (withoutRating: boolean) =>
    dispatch(resolveTicket.start({ ticketId: ticket.id, withoutRating, isAsked: true }));
  return (
    <Dialog
      title={t('resolveTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => resolve(false)}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <Button steady="resolve without rating" onClick={() => resolve(true)}>
            {t('resolveWithout')}
          </Button>
          <Button kind="primary" type="submit" steady="resolve and rate" busy={isBusy}>
            {t('resolveWith')}
          </Button>
        </>
      }
    >
      <div className="body">
        <MarkedText text={t('resolveBody')} values={{ name: titleOf(ticket), connection: ticket.whatsapp?.name ?? '' }} />
      </div>
    </Dialog>
  );
};
