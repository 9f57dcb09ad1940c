import { type ExportSummary, exportRoutes } from '@prosa/contracts';
import Download from 'lucide-react/icons/download';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useDownload } from '../../kernel/calls/use-download.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { formatBytes } from '../../kernel/i18n/sizes.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { ProgressLine } from '../../ui/marks/progress-line.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import styles from './export-dialog.module.css';

type Props = { ticketId: string | null; list: ExportSummary[] | null; failure: Failure | null; again: () => void };

/** The exports of the last days: how far each is, who asked for it, and its file. */
export const RecentExports = ({ ticketId, list, failure, again }: Props) => {
  const { t } = useTexts('exports');
  return (
    <section className={styles.recent} aria-labelledby="recent-exports">
      <h3 id="recent-exports">{t('recent')}</h3>
      {!list && failure && (
        <p role="alert">
          {errorText(failure)} <TextButton onClick={again}>{t('retry')}</TextButton>
        </p>
      )}
      {!list && !failure && <SkeletonRows rows={1} />}
      {list?.length === 0 && <p className="secondary">{t('none')}</p>}
      {list && list.length > 0 && (
        <ul>
          {list.map((one) => (
            <Recent key={one.id} one={one} isOfCompany={ticketId === null} />
          ))}
        </ul>
      )}
    </section>
  );
};

const Recent = ({ one, isOfCompany }: { one: ExportSummary; isOfCompany: boolean }) => {
  const { t } = useTexts('exports');
  const { dateTime } = useFormat();
  const { isBusy, download } = useDownload();
  const { id, status, tickets, user, createdAt, done, events } = one;
  const at = dateTime(createdAt);
  const of = tickets === null ? t('everything') : t('tickets', { count: tickets, shown: formatCount(tickets) });
  const title = isOfCompany || tickets !== 1 ? `${of} · ${at}` : at;
  return (
    <li>
      <span className={styles.name}>
        <b>{title}</b>
        {user && <small>{user.name}</small>}
        <small role="status" className={status === 'failed' ? styles.failed : undefined}>
          {useOutcome(one)}
        </small>
        {status === 'waiting' && events !== null && (
          <ProgressLine max={Math.max(events, 1)} value={done} aria-label={t('progressOf', { at })} />
        )}
      </span>
      {status === 'ready' && (
        <Button
          small
          icon={Download}
          busy={isBusy}
          aria-label={t('downloadOf', { at })}
          onClick={() => void download(exportRoutes.fetch, { params: { id } }, t('file', { number: id.slice(0, 8) }))}
        >
          {t('download')}
        </Button>
      )}
    </li>
  );
};

/** How far an export is, or what has become of it. */
const useOutcome = ({ status, done, events, bytes }: ExportSummary): string => {
  const { t } = useTexts('exports');
  const all = { count: events ?? 0, shown: formatCount(events ?? 0) };
  if (status === 'failed') return t('failed');
  if (status === 'ready') return `${t('events', all)} · ${formatBytes(bytes ?? 0)}`;
  if (events === null) return t('waiting');
  return done < events ? t('progress', { done: formatCount(done), events: formatCount(events) }) : t('packing');
};
