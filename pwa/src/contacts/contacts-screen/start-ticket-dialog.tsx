import type { ContactView } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { QueueField } from '../../desk/tickets/dialogs/queue-field.tsx';
import { useFormAct } from '../../desk/tickets/dialogs/use-form-act.ts';
import { createTicket } from '../../desk/tickets/state/tickets.commands.ts';
import { selectServedQueues } from '../../desk/tickets/state/tickets.selectors.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { contactName } from './contact-name.ts';

/** Opens a ticket with a contact, in a queue to choose, and goes to it. */
export const StartTicketDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const { t } = useTexts('tickets');
  const isAdmin = useSelector(selectMe)?.profile === 'admin';
  const queues = useSelector(selectServedQueues);
  const [picked, setPicked] = useState<string | null>(null);
  const queueId = picked ?? (queues.length === 1 ? queues[0]!.id : null);
  const lacksQueue = queueId === null && !isAdmin;
  const payload = { contactId: contact.id, queueId };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(createTicket, payload, !lacksQueue, onClose);
  return (
    <FormDialog
      title={t('newTitle')}
      about={contactName(contact)}
      act={t('begin')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueueField
        queues={queues}
        chosen={queueId}
        onChoose={(id) => {
          setPicked(id);
          again();
        }}
        isMissing={isAsked && lacksQueue}
        isOptional={isAdmin}
      />
    </FormDialog>
  );
};
