import type { CampaignView } from '../../channels/campaigns/campaigns.contract.ts';
import type { Embeds, Pushed } from './embeds.ts';

const named = ({ id, record }: Pushed): { id: string; name: string } | null =>
  record ? { id, name: (record as { name: string }).name } : null;

/** Updates the names of a campaign's connection and of its list. */
export const campaignEmbeds: Embeds<CampaignView> = {
  whatsapp: (campaign, pushed) => (campaign.whatsappId === pushed.id ? { ...campaign, whatsapp: named(pushed) } : campaign),
  'contact-list': (campaign, pushed) =>
    campaign.contactListId === pushed.id ? { ...campaign, contactList: named(pushed) } : campaign,
};
