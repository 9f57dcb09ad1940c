/** What opens over every screen. */
export { LeaveDialog } from './leave-dialog.tsx';
export { NoticeList } from './notice-list.tsx';
export { NoticesDialog } from './notices-dialog.tsx';
export { Palette } from './palette.tsx';
export { PhoneDrawer } from './phone-drawer.tsx';
export { ProfileDialog } from './profile-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
export { UpdateBanner } from './update-banner.tsx';
