import { type ReactElement, type ReactNode, useState } from 'react';
import { type Later, useLater } from '../kernel/later.ts';
import { overlays } from './later-overlays.ts';
import type { MenuEntry, MenuListProps } from './menu-list.tsx';
import { Popover } from './popover.tsx';

export type { MenuEntry };

/** In a popover, which has loaded it. */
const LateMenuList = (props: MenuListProps) => {
  const parts = useLater(overlays);
  return parts && <parts.MenuList {...props} />;
};

/** Spread onto the button that opens the menu. */
export type MenuTrigger = { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': boolean };

type Props = {
  label: string;
  placement?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end';
  children: (trigger: MenuTrigger) => ReactNode;
} & (
  | { entries: MenuEntry[] }
  /** A list that makes its entries itself, once it is open. */
  | { list: (onClose: () => void) => ReactElement; needs: Later<unknown> }
);

/** A button and its menu: `<MenuButton label=".." entries={[..]}>{(trigger) => <IconButton {...trigger} .. />}</MenuButton>` */
export const MenuButton = ({ label, placement = 'bottom-end', children, ...shown }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Popover
      isOpen={isOpen}
      onClose={close}
      placement={placement}
      {...('needs' in shown && { needs: shown.needs })}
      content={'list' in shown ? shown.list(close) : <LateMenuList label={label} entries={shown.entries} onClose={close} />}
    >
      {children({ onClick: () => setOpen(!isOpen), 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
    </Popover>
  );
};
