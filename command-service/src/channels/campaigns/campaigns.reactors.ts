import { type CampaignControl, type CampaignFact, campaignEvents, topics } from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { defineTimer } from '../../timers/timer.ts';
import { campaign } from './campaign.decider.ts';
import { actor, createFreeze } from './campaign.freezing.ts';
import { createRunner } from './campaign.runner.ts';
import { campaignRowsOf, folded } from './campaigns.rows.ts';

const { CampaignStarted, CampaignRestarted, CampaignPaused, CampaignCancelled } = campaignEvents;
const common = (id: string) =>
  ({ decider: campaign, stream: `campaign-${id}`, missing: 'ERR_NO_CAMPAIGN_FOUND', actor }) as const;

/** Starts campaigns when their time has come, however late. */
export const startCampaigns = defineTimer({
  name: 'campaigns',
  streams: ['campaign-'],
  events: Object.values(campaignEvents),
  due:
    () =>
    ({ type, data: { id: subject, ...data } }: CampaignFact) => {
      if (type === 'CampaignCreated' || type === 'CampaignChanged') {
        const { scheduledAt } = data as { scheduledAt?: string | null };
        return scheduledAt === undefined ? null : { subject, at: scheduledAt === null ? null : new Date(scheduledAt) };
      }
      return type === 'CampaignDeleted' || type === 'CampaignStarted' || type === 'CampaignCancelled'
        ? { subject, at: null }
        : null;
    },
  start:
    ({ handle }) =>
    async ({ subject: id, companyId, commandId, causationId, dueAt, lateMs }) => {
      const command = { do: 'start', id, dueAt: dueAt.getTime(), lateMs: Math.max(0, Math.round(lateMs)) } as const;
      await handle({ ...common(id), companyId, commandId, causationId, command });
    },
});

/** Lets campaigns that have paused by themselves go on. */
export const resumeCampaigns = defineTimer({
  name: 'campaign-pauses',
  streams: ['campaign-'],
  events: Object.values(campaignEvents),
  due:
    () =>
    ({ type, data }: CampaignFact) => {
      if (type === 'CampaignPaused') return { subject: data.id, at: data.until === null ? null : new Date(data.until) };
      const isEnd = ['CampaignResumed', 'CampaignCancelled', 'CampaignRestarted', 'CampaignDeleted'].includes(type);
      return isEnd ? { subject: data.id, at: null } : null;
    },
  start:
    ({ handle }) =>
    async ({ subject: id, companyId, commandId, causationId, dueAt }) => {
      await handle({
        ...common(id),
        companyId,
        commandId,
        causationId,
        command: ({ progress: { run, pause } }) => ({
          do: 'resume' as const,
          id,
          // Another pause has a reminder of its own.
          run: pause?.until != null && Date.parse(pause.until) === dueAt.getTime() ? run : -1,
        }),
      });
    },
});

/** Writes down whom a campaign is sent to, once it has started. */
export const freezeCampaigns = defineReactor({
  name: 'campaign-freezing',
  streams: ['campaign-'],
  events: [CampaignStarted, CampaignRestarted],
  concurrency: { total: 2, perCompany: 1 },
  start: (tools) => {
    const freeze = createFreeze(tools);
    return {
      command: ({ data: { id: campaignId }, meta: { companyId, eventId: causationId } }) =>
        freeze({ companyId, campaignId, causationId }),
    };
  },
});

/** Tells channels that what waits of a campaign is withdrawn. */
export const withdrawCampaigns = defineReactor({
  name: 'campaign-withdrawals',
  streams: ['campaign-'],
  events: [CampaignPaused, CampaignCancelled],
  start: () => ({
    publish: async ({ data: { id: campaignId, run: withdrawnRun }, meta: { companyId, position } }) => {
      const value: CampaignControl = { kind: 'campaign', companyId, campaignId, withdrawnRun, position: position.toString() };
      return { topic: topics.control, key: campaignId, value };
    },
  }),
});

/** Sends campaigns. */
export const sendCampaigns = defineReactor({
  name: 'campaign-sending',
  streams: ['campaign-', 'conversation-'],
  events: folded,
  start: (tools) => {
    const runner = createRunner(tools);
    return { rows: () => campaignRowsOf(runner.noted), beside: runner.run };
  },
});
