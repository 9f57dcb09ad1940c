import { exportRoutes } from '@prosa/contracts';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Bone } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './export-dialog.module.css';
import type texts from './exports.screen.pt.json';
import { RecentExports } from './recent-exports.tsx';
import { useExports } from './use-exports.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    exports: typeof texts;
  }
}

/** `ticketId`: null exports everything of the company. `name`: of what is exported. */
export type ExportDialogProps = { ticketId: string | null; name: string; onClose: () => void };

/** The export of a ticket, or of everything, with its proof: what it contains, how it is checked, how far it is, and the file. */
export const ExportDialog = ({ ticketId, name, onClose }: ExportDialogProps) => {
  useReturnFocus();
  const { t } = useTexts('exports');
  const { list, failure, again, made, isBusy, refusal, start } = useExports(ticketId);
  return (
    <Dialog
      title={
        <>
          {t('title')}
          <span className="sub">{name}</span>
        </>
      }
      isOpen
      size="medium"
      onClose={onClose}
      refusal={refusal && errorText(refusal)}
      footer={
        <>
          {made && <span className="foot-note">{t('goesOn')}</span>}
          <Button className="way-out" onClick={onClose}>
            {t('close')}
          </Button>
          {!made && (
            <Button kind="primary" icon={ShieldCheck} busy={isBusy} steady={`export ${ticketId ?? 'company'}`} onClick={start}>
              {t('start')}
            </Button>
          )}
        </>
      }
    >
      <div className="body">
        <section className={styles.part} aria-labelledby="export-contents">
          <h3 id="export-contents">{t('contents')}</h3>
          <ul>
            <li>{t(ticketId === null ? 'eventsOfCompany' : 'eventsOfTicket')}</li>
            <li>{t('files')}</li>
            <li>{t('pages')}</li>
          </ul>
          <p className="secondary">{t(ticketId === null ? 'coveredOfCompany' : 'coveredOfTicket')}</p>
        </section>
        <section className={styles.proof} aria-labelledby="export-proof">
          <h3 id="export-proof">
            <Icon of={ShieldCheck} />
            {t('proof')}
          </h3>
          <p>
            {t('checkBefore')} <code>npx prosa-verify</code> {t('checkAfter')}
          </p>
          <PublishedKey />
        </section>
        <RecentExports ticketId={ticketId} {...{ list, failure, again }} />
      </div>
    </Dialog>
  );
};

/** The key that signs the company's log: whoever checks an export compares it with this one. */
const PublishedKey = () => {
  const { t } = useTexts('exports');
  const { reply, failure } = useAnswer(() => call(exportRoutes.head, {}));
  if (failure) return <p role="alert">{errorText(failure)}</p>;
  return (
    <div className={styles.key}>
      <span>{t('key')}</span>
      {reply ? <code className="truncate">{reply.data.key}</code> : <Bone width="60%" />}
      {reply && <CopyButton text={reply.data.key} label={t('copyKey')} />}
    </div>
  );
};
