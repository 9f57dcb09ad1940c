import { type CampaignView, campaignEmbeds, campaigns as definition, isCampaignEditable } from '@prosa/contracts/schemas';
import Send from 'lucide-react/icons/send';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import { recordScreen } from '../../records/record-screen.tsx';
import type { Screen } from '../../shell/feature.ts';
import { StatusCell, TargetCell, TimeCell } from './campaign-cells.tsx';
import { CampaignDialog } from './form/campaign-dialog.tsx';
import { fileNewCampaigns } from './state/new-campaigns.ts';
import { useCampaignActs } from './use-campaign-acts.ts';

/** The latest first, as GET returns them. */
const compare = (a: CampaignView, b: CampaignView): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? 1 : -1;

const made = recordScreen({
  record: { ...definition, compare },
  icon: Send,
  columns: [
    { field: 'name', isWide: true },
    { field: 'status', cell: (campaign) => <StatusCell campaign={campaign} /> },
    { field: 'contactList', cell: (campaign) => <TargetCell campaign={campaign} /> },
    { field: 'scheduledAt', cell: ({ scheduledAt }) => scheduledAt && <TimeCell at={scheduledAt} />, onPhone: 'end' },
    {
      field: 'completedAt',
      cell: ({ completedAt }) => completedAt && <TimeCell at={completedAt} />,
      onPhone: 'nowhere',
      isMinor: true,
    },
  ],
  fields: [],
  embeds: campaignEmbeds,
  dialog: CampaignDialog as never,
  confirms: true,
  isShownOnly: (campaign: CampaignView) => !isCampaignEditable(campaign, Date.now()),
  mayAct: (does, { status }) => does === 'change' || status !== 'EM_ANDAMENTO',
  useActs: useCampaignActs,
});

function* watchCampaigns(): SagaIterator {
  if (made.saga) yield fork(made.saga);
  yield fork(fileNewCampaigns, made.parts.records);
}

export const screen: Screen = { ...made, saga: watchCampaigns, speaks: [...(made.speaks ?? []), 'composer'] };
