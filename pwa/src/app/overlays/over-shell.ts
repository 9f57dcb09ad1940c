/** The parts that open over every screen. */

export { NoticeList } from '../notices/notice-list.tsx';
export { NoticesDialog } from '../notices/notices-dialog.tsx';
export { loadFinderTexts } from './finders.ts';
export { LeaveDialog } from './leave-dialog.tsx';
export { Palette } from './palette.tsx';
export { PhoneDrawer } from './phone-drawer.tsx';
export { ProfileDialog } from './profile-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
export { UpdateBanner } from './update-banner.tsx';
