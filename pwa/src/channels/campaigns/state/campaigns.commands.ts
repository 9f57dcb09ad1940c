import { campaignRoutes } from '@prosa/contracts';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { refetchUnlessPushed } from '../../../kernel/live/live.saga.ts';

type One = { id: string };
const by = ({ id }: One) => id;
const request = ({ id }: One) => ({ params: { id } });

/** Stops a campaign: what has not left is not sent. */
export const cancelCampaign = createCommand({
  type: 'campaigns/cancel',
  route: campaignRoutes.cancel,
  by,
  request,
  onDone: refetchUnlessPushed,
});

/** Sends the rest of a campaign that was cancelled, or that has paused. */
export const restartCampaign = createCommand({
  type: 'campaigns/restart',
  route: campaignRoutes.restart,
  by,
  request,
  onDone: refetchUnlessPushed,
});
