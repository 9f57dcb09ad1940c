/** What opens over a screen, with the libraries on which it stands. */
export { MenuList } from './menu-list.tsx';
export { PickerList } from './picker-list.tsx';
export { Popup } from './popup.tsx';
