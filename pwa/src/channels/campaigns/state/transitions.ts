import type { CampaignView } from '@prosa/contracts';

type State = Pick<CampaignView, 'status' | 'pauseReason'>;
export const mayCancel = ({ status }: State): boolean => status === 'PROGRAMADA' || status === 'EM_ANDAMENTO';
/** A cancelled one, and one that has paused by itself. */
export const mayRestart = ({ status, pauseReason }: State): boolean =>
  status === 'CANCELADA' || (status === 'EM_ANDAMENTO' && pauseReason !== null);
