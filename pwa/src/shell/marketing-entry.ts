import Target from 'lucide-react/icons/target';
import type { NavGroup, NavItem } from './feature.ts';

const within: NavGroup = { id: 'marketing', label: { pt: 'Marketing', en: 'Marketing', es: 'Marketing' }, icon: Target };

/** An entry of the drawer's group of marketing: for administrators and auditors. */
export const marketingEntry = (item: NavItem): NavItem => ({ ...item, adminOnly: true, auditors: true, within });
