import ChartColumn from 'lucide-react/icons/chart-column';
import type { NavGroup, NavItem } from './feature.ts';

const within: NavGroup = { id: 'reports', label: { pt: 'Relatórios', en: 'Reports', es: 'Informes' }, icon: ChartColumn };

/** An entry of the drawer's group of reports: for administrators and auditors. */
export const reportsEntry = (item: NavItem): NavItem => ({ ...item, adminOnly: true, auditors: true, within });
