import type { ContactView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { endOptOut } from './contacts.commands.ts';
import { calledBy } from './titles.ts';

type Props = { contact: ContactView & { optedOutAt: string }; onClose: () => void };

/** Asks once whether a contact who wants no campaigns gets them again: only they may want that. */
export const OptOutDialog = ({ contact, onClose }: Props) => {
  const { t } = useTexts('contacts');
  const { date } = useFormat();
  const dispatch = useDispatch();
  const { id } = contact;
  const { isBusy, failure } = useAct(endOptOut.act({ id }), onClose);
  return (
    <FormDialog
      title={t('optInTitle')}
      about={calledBy(contact)}
      act={t('optIn')}
      busy={isBusy}
      refusal={failure && errorText(failure)}
      onSubmit={() => dispatch(endOptOut.start({ id }))}
      onClose={onClose}
    >
      <p>{t('optInHint', { date: date(contact.optedOutAt) })}</p>
    </FormDialog>
  );
};
