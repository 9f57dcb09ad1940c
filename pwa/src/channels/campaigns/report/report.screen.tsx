import { campaignRoutes } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CirclePause from 'lucide-react/icons/circle-pause';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useDownload } from '../../../kernel/calls/use-download.ts';
import { currentLanguage } from '../../../kernel/i18n/i18n.ts';
import { selectMay } from '../../../people/sessions/sessions.slice.ts';
import { useWords } from '../../../records/use-words.ts';
import type { Screen } from '../../../shell/feature.ts';
import { useTitle } from '../../../shell/title.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { CampaignStatusMark } from '../marks/campaign-status.tsx';
import { usePause } from '../marks/use-pause.ts';
import { cancelCampaign, restartCampaign } from '../state/campaigns.commands.ts';
import { mayCancel, mayRestart } from '../state/transitions.ts';
import { Delivered, Facts, Figures, type Shown } from './figures.tsx';
import { Funnel } from './funnel.tsx';
import styles from './report.module.css';
import { watchReport } from './report.saga.ts';
import { left, reportSlice, selectReport, shown, wanted } from './report.slice.ts';
import { ShippingList } from './shipping-list.tsx';

const FILE = 'relatorio_campanha.csv';

/** The report of a campaign: how far it is, its figures, and the recipients. */
const Report = () => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const { campaignId = '' } = useParams();
  const { campaign, report, status, failure } = useSelector(selectReport);
  const title = campaign ? words('report.title', { name: campaign.name }) : words('report.open');
  useTitle(title);
  useEffect(() => {
    dispatch(shown(campaignId));
    return () => void dispatch(left(undefined));
  }, [dispatch, campaignId]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link className="button quiet icon-only" to="/campaigns" aria-label={words('report.back')} title={words('report.back')}>
          <Icon of={ArrowLeft} size="large" />
        </Link>
        <h1 className="grow">{title}</h1>
        {campaign && <Acts campaign={campaign} />}
      </header>
      {campaign && report ? (
        <>
          <Pause campaign={campaign} />
          <Delivered campaign={campaign} report={report} />
          <Figures campaign={campaign} report={report} />
          <Facts campaign={campaign} report={report} />
          <Funnel campaign={campaign} report={report} />
          <ShippingList asks={campaign.confirmation} />
        </>
      ) : status === 'failed' ? (
        <ErrorState title={words('report.failed')} onRetry={() => dispatch(wanted(undefined))}>
          {failure && errorText(failure)}
        </ErrorState>
      ) : (
        <SkeletonRows label={words('report.loading')} />
      )}
    </div>
  );
};

/** The status, the file, and what changes the status. */
const Acts = ({ campaign }: { campaign: Shown }) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const mayWrite = useSelector(selectMay('campaigns:write'));
  const { id, status, pauseReason } = campaign;
  const isCancelling = useSelector(selectIsRunning(cancelCampaign.act({ id })));
  const isRestarting = useSelector(selectIsRunning(restartCampaign.act({ id })));
  const { isBusy, download } = useDownload();
  const handleDownload = () =>
    void download(campaignRoutes.reportFile, { params: { id }, query: { language: currentLanguage() } }, FILE);
  return (
    <div className={styles.acts}>
      <CampaignStatusMark status={status} isPaused={status === 'EM_ANDAMENTO' && pauseReason !== null} />
      {isPhone ? (
        <IconButton icon={Download} label={words('report.export')} busy={isBusy} onClick={handleDownload} />
      ) : (
        <Button icon={Download} busy={isBusy} onClick={handleDownload}>
          {words('report.export')}
        </Button>
      )}
      {mayWrite && mayRestart(campaign) && (
        <Button
          kind="call"
          busy={isRestarting}
          steady={`restart campaign ${id}`}
          onClick={() => dispatch(restartCampaign.start({ id }))}
        >
          {words('restartIt')}
        </Button>
      )}
      {mayWrite && mayCancel(campaign) && (
        <Button busy={isCancelling} steady={`cancel campaign ${id}`} onClick={() => dispatch(cancelCampaign.start({ id }))}>
          {words('stopIt')}
        </Button>
      )}
    </div>
  );
};

/** The reason for which it has paused by itself. */
const Pause = ({ campaign }: { campaign: Shown }): ReactNode => {
  const pause = usePause()(campaign);
  if (campaign.status !== 'EM_ANDAMENTO' || pause === null) return null;
  return (
    <p className={styles.pause} role="status">
      <Icon of={CirclePause} />
      {pause}
    </p>
  );
};

export const screen: Screen = {
  element: <Report />,
  slices: [reportSlice],
  saga: watchReport,
  speaks: ['records'],
};
