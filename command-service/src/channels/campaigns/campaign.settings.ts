import { isDeepStrictEqual } from 'node:util';
import { CAMPAIGN_PACE, type CampaignSettings, campaignSettingsEvents, type SettingControl, topics } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import { defineReactor } from '../../kernel/reactor.ts';

type Changed = { type: 'CampaignSettingsChanged'; data: CampaignSettings & { id: string } };
type SettingsCommand = { do: 'set'; companyId: string; settings: CampaignSettings };

/** How fast the campaigns of a company are sent, and its variables. */
export const campaignSettings: Decider<SettingsCommand, { settings: CampaignSettings | null }, Changed> = {
  initial: () => ({ settings: null }),
  decide: ({ companyId: id, settings }, before) =>
    isDeepStrictEqual(before.settings, settings) ? [] : [{ type: 'CampaignSettingsChanged', data: { id, ...settings } }],
  evolve: (_, { data: { id: _id, ...settings } }) => ({ settings }),
};

/** Tells channels how fast the campaigns of a company are sent. */
export const tellPace = defineReactor({
  name: 'campaign-pace',
  streams: ['campaign-settings-'],
  events: [campaignSettingsEvents.CampaignSettingsChanged],
  start: () => ({
    publish: async ({ data: { messageInterval, longerIntervalAfter, greaterInterval }, meta: { companyId, position } }) => {
      const setting: SettingControl = {
        kind: 'setting',
        companyId,
        key: CAMPAIGN_PACE,
        value: JSON.stringify({ messageInterval, longerIntervalAfter, greaterInterval }),
        position: position.toString(),
      };
      return { topic: topics.control, key: `${companyId} ${CAMPAIGN_PACE}`, value: setting };
    },
  }),
});
