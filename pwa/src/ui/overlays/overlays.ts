/** The parts that open over a screen, with the libraries on which they stand. */
export { MenuList } from './menu-list.tsx';
export { PickerList } from './picker-list.tsx';
export { Popup } from './popup.tsx';
