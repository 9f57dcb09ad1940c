import { limits } from '@prosa/contracts';
import Send from 'lucide-react/icons/send';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { fork } from 'redux-saga/effects';
import { campaignEntry } from '../../shell/campaign-entry.ts';
import type { Feature } from '../../shell/feature.ts';
import { campaignSettings } from './state/campaign-settings.slice.ts';
import { cancelCampaign, restartCampaign } from './state/campaigns.commands.ts';

const screen = { adminOnly: true, auditors: true, toastMs: limits.administrationToastMs };

/** Messages to the contacts of a list: campaigns, how fast they are sent, and what became of each. */
export const feature: Feature = {
  name: 'campaigns',
  flag: 'cshow',
  slices: [campaignSettings.slice],
  *saga() {
    for (const { saga } of [campaignSettings, cancelCampaign, restartCampaign]) yield fork(saga);
  },
  screens: [
    { ...screen, path: 'campaigns', load: () => import('./campaigns.screen.tsx') },
    { ...screen, path: 'campaigns-config', load: () => import('./settings/settings.screen.tsx') },
    { ...screen, path: 'campaign/:campaignId/report', load: () => import('./report/report.screen.tsx') },
  ],
  nav: [
    campaignEntry({ to: '/campaigns', label: { pt: 'Lista', en: 'List', es: 'Lista' }, place: 110, icon: Send }),
    campaignEntry({
      to: '/campaigns-config',
      label: { pt: 'Configurações', en: 'Settings', es: 'Configuración' },
      place: 112,
      icon: SlidersHorizontal,
    }),
  ],
};
