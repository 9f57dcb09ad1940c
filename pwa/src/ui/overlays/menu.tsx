import { type ReactNode, useState } from 'react';
import { useLater } from '../../kernel/loading/later.ts';
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

type Props = Pick<MenuListProps, 'label' | 'entries' | 'isHeaded' | 'foot'> & {
  placement?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end';
  children: (trigger: MenuTrigger) => ReactNode;
};

/** A button and its menu: `<MenuButton label=".." entries={[..]}>{(trigger) => <IconButton {...trigger} .. />}</MenuButton>` */
export const MenuButton = ({ placement = 'bottom-end', children, ...menu }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Popover isOpen={isOpen} onClose={close} placement={placement} content={<LateMenuList {...menu} onClose={close} />}>
      {children({ onClick: () => setOpen(!isOpen), 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
    </Popover>
  );
};
