import type { CampaignStatus } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CirclePause from 'lucide-react/icons/circle-pause';
import Clock from 'lucide-react/icons/clock';
import Play from 'lucide-react/icons/play';
import type { ReactNode } from 'react';
import { useWords } from '../../../records/use-words.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './campaign-status.module.css';

const icons = { INATIVA: CircleDashed, PROGRAMADA: Clock, EM_ANDAMENTO: Play, CANCELADA: Ban, FINALIZADA: Check };

type Props = {
  status: CampaignStatus;
  /** It has stopped by itself. */
  isPaused: boolean;
  /** More about it, in a second line. */
  children?: ReactNode;
};

/** The status of a campaign in words. */
export const CampaignStatusMark = ({ status, isPaused, children }: Props) => {
  const words = useWords('campaigns');
  return (
    <span className={`${styles.status} ${isPaused ? styles.paused : ''}`} data-status={status}>
      <Icon of={isPaused ? CirclePause : icons[status]} />
      <span className={styles.lines}>
        <span>{words(`statuses.${status}`)}</span>
        {children}
      </span>
    </span>
  );
};
