import { type SignIn, sessionRoutes } from '@prosa/contracts';
import History from 'lucide-react/icons/history';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useFormat } from '../sessions/use-format.ts';
import styles from './account.module.css';

const icons = { desktop: Monitor, phone: Smartphone, tablet: Tablet };

/** When, with what and from where one has signed in; only the newest of those sessions lives. */
export const SignInsDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('account');
  const { reply, failure, again } = useAnswer(() => call(sessionRoutes.signIns));
  return (
    <Dialog title={t('signIns')} isOpen onClose={onClose}>
      <p className={`body ${styles.lead}`}>{t('signInsLead')}</p>
      {failure ? (
        <ErrorState title={t('signInsFailed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : !reply ? (
        <SkeletonRows rows={4} label={t('loadingSignIns')} />
      ) : reply.data.signIns.length === 0 ? (
        <EmptyState icon={History} title={t('noSignIns')}>
          {t('noSignInsHint')}
        </EmptyState>
      ) : (
        <ul className={styles.signIns}>
          {reply.data.signIns.map((signIn) => (
            <Line key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
    </Dialog>
  );
};

const Line = ({ signIn: { at, address, device, isCurrent } }: { signIn: SignIn }) => {
  const { t } = useTexts('account');
  const { dateTime } = useFormat();
  const { browser, system, kind } = device;
  const name = browser && system ? t('browserOn', { browser, system }) : (browser ?? system ?? t('unknownDevice'));
  return (
    <li>
      <Icon of={icons[kind ?? 'desktop']} size="large" />
      <div>
        <b>{name}</b>
        <small>
          <time dateTime={at}>{dateTime(at)}</time> · {address}
        </small>
      </div>
      {isCurrent && <span className={styles.current}>{t('current')}</span>}
    </li>
  );
};
