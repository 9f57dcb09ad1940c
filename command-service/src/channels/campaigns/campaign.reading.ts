import { type CampaignSettings, campaignSettingsDefaults } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { present } from '../../records/record.decider.ts';
import { type CampaignEvent, type CampaignRecord, campaign, type Progress } from './campaign.decider.ts';

/** A campaign as it is now; `record` null: it was deleted. Null: it never was. */
export const campaignOf = async (
  store: Store,
  id: string,
): Promise<{ companyId: string; record: CampaignRecord | null; progress: Progress } | null> => {
  let state = campaign.initial();
  const facts = await store.load(`campaign-${id}`);
  for (const fact of facts) state = campaign.evolve(state, fact as unknown as CampaignEvent, fact.meta);
  const [first] = facts;
  return first ? { companyId: first.meta.companyId, record: present(state.records, id) ?? null, progress: state.progress } : null;
};

export const settingsStream = (companyId: string): string => `campaign-settings-${companyId}`;
/** A company's settings of campaigns. */
export const settingsOf = async (store: Store, companyId: string): Promise<CampaignSettings> => {
  const [last] = await store.load(settingsStream(companyId), { direction: 'backwards', max: 1 });
  return (last?.data as CampaignSettings | undefined) ?? campaignSettingsDefaults;
};
