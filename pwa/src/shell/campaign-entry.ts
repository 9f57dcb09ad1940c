import Send from 'lucide-react/icons/send';
import { remembered } from '../kernel/device/storage.ts';
import type { NavGroup, NavItem } from './feature.ts';

const within: NavGroup = {
  id: 'campaigns',
  label: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
  icon: Send,
  also: ['/campaign/'],
};

/** An entry of the drawer's group of campaigns: for administrators and auditors of a company that had campaigns when it was last fetched. */
export const campaignEntry = (item: NavItem): NavItem => ({
  ...item,
  adminOnly: true,
  auditors: true,
  isHere: () => remembered('campaignsEnabled') === 'true',
  within,
});
