import type { CampaignView } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import ChartColumn from 'lucide-react/icons/chart-column';
import Play from 'lucide-react/icons/play';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import type { RowAct } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { cancelCampaign, restartCampaign } from './state/campaigns.commands.ts';
import { mayCancel, mayRestart } from './state/transitions.ts';

/** The acts on a campaign besides changing it: it is cancelled, sent on, and its report opened. */
export const useCampaignActs = () => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const mayWrite = useSelector(selectMay('campaigns:write'));
  const actsOf = (campaign: CampaignView): RowAct[] => {
    const { id, name } = campaign;
    const restart: RowAct = {
      id: 'restart',
      icon: Play,
      label: words('restart'),
      title: words('restartOne', { name }),
      shows: 'call',
      steady: `restart campaign ${id}`,
      run: () => dispatch(restartCampaign.start({ id })),
    };
    const cancel: RowAct = {
      id: 'cancel',
      icon: Ban,
      label: words('stop'),
      title: words('stopOne', { name }),
      shows: 'label',
      steady: `cancel campaign ${id}`,
      run: () => dispatch(cancelCampaign.start({ id })),
    };
    return [
      ...(mayWrite && mayRestart(campaign) ? [restart] : []),
      ...(mayWrite && mayCancel(campaign) ? [cancel] : []),
      {
        id: 'report',
        icon: ChartColumn,
        label: words('report.open'),
        title: words('report.openOne', { name }),
        run: () => navigate(`/campaign/${id}/report`),
      },
    ];
  };
  return { actsOf, shown: null };
};
