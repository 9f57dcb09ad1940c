import { isLastingFailure, type MessageView } from '@prosa/contracts';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../../people/sessions/sessions.slice.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { retryMessage } from '../state/messages.commands.ts';

/** Fetches a customer's file that failed once more; nothing where that cannot help, or for users who may not. */
export const RetryFile = ({ message: { id: messageId, mediaError } }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const mayRetry = useSelector(selectMay('tickets:serve'));
  const isBusy = useSelector(selectIsRunning(retryMessage.act({ messageId })));
  if (!mayRetry || isLastingFailure(mediaError)) return null;
  return (
    <Button small icon={RotateCw} busy={isBusy} onClick={() => dispatch(retryMessage.start({ messageId }))}>
      {t('retry')}
    </Button>
  );
};
