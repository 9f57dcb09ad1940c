import { type CampaignView, EDITABLE_UNTIL_MS } from '@prosa/contracts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import { useNow } from '../../kernel/use-now.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useWords, type Words } from '../../records/use-words.ts';
import styles from './campaigns.module.css';
import { CampaignStatusMark } from './marks/campaign-status.tsx';
import { usePause } from './marks/use-pause.ts';
import { missingFields } from './state/missing-fields.ts';

type Props = { campaign: CampaignView };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time until then, such as "em 2 dias". */
const inTime = (ms: number): string => {
  const [unit, size] =
    ms >= DAY ? (['day', DAY] as const) : ms >= HOUR ? (['hour', HOUR] as const) : (['minute', MINUTE] as const);
  return new Intl.RelativeTimeFormat(locales[currentLanguage()], { style: 'short' }).format(
    Math.max(1, Math.floor(ms / size)),
    unit,
  );
};

/** The status, and how far it is: what an inactive one lacks, how long a programmed one waits, how many have the message. */
export const StatusCell = ({ campaign }: Props) => {
  const { status, pauseReason } = campaign;
  const more = useProgress(campaign);
  return (
    <CampaignStatusMark status={status} isPaused={status === 'EM_ANDAMENTO' && pauseReason !== null}>
      <small title={more}>{more}</small>
    </CampaignStatusMark>
  );
};

const useProgress = (campaign: CampaignView): string => {
  const words = useWords('campaigns');
  const { count } = useFormat();
  const pauseOf = usePause();
  const now = useNow();
  const { status, scheduledAt, validContacts, delivered } = campaign;
  if (status === 'INATIVA') return lacking(words, campaign);
  if (status === 'PROGRAMADA') {
    const left = Date.parse(scheduledAt ?? '') - now;
    if (!(left > 0)) return words('starting');
    return left > EDITABLE_UNTIL_MS ? inTime(left) : words('tooLate', { time: inTime(left) });
  }
  const paused = status === 'EM_ANDAMENTO' ? pauseOf(campaign) : null;
  if (paused !== null) return paused;
  if (status === 'EM_ANDAMENTO' && validContacts === 0) return words('starting');
  return words('progress', { count: validContacts, shown: count(delivered), all: count(validContacts) });
};

/** The first thing that an inactive campaign lacks to be sent. */
const lacking = (words: Words, campaign: CampaignView): string => {
  const [first] = missingFields(campaign, { isByTemplate: campaign.template !== null, hasFile: campaign.mediaName !== null });
  return words(`lacks.${first ?? 'scheduledAt'}`);
};

/** To whom it goes, and by which connection. */
export const TargetCell = ({ campaign: { contactList, whatsapp } }: Props) => {
  const words = useWords('campaigns');
  return (
    <span className={styles.lines}>
      <span className={`truncate ${contactList ? '' : styles.none}`}>{contactList?.name ?? words('noList')}</span>
      <small className="truncate">{whatsapp?.name ?? words('noConnection')}</small>
    </span>
  );
};

export const TimeCell = ({ at }: { at: string }) => {
  const { dateTime } = useFormat();
  return <time dateTime={at}>{dateTime(at)}</time>;
};
