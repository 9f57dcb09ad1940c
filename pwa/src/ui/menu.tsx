import { useFloating, useInteractions, useListNavigation, useTypeahead } from '@floating-ui/react';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef, useState } from 'react';
import { Icon, type IconType } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Popover } from './popover.tsx';
import { useFocusIn } from './use-auto-focus.ts';

export type MenuEntry =
  | {
      id: string;
      label: ReactNode;
      icon?: IconType;
      keys?: string;
      danger?: boolean;
      disabled?: boolean;
      /** Of several only one holds: shows which. */
      checked?: boolean;
      run: () => void;
      /** For what weighs, as a Button's. */
      steady?: string;
      /** The menu stays open. */
      stays?: boolean;
    }
  | 'separator';

/** The list alone; mostly you want `MenuButton`. Arrow keys, Home, End and first letters move, Escape and Tab close. */
export const MenuList = ({ label, entries, onClose }: { label: string; entries: MenuEntry[]; onClose: () => void }) => {
  const items = useRef<(HTMLElement | null)[]>([]);
  const words = useRef<(string | null)[]>([]);
  const [activeIndex, onNavigate] = useState<number | null>(null);
  const { context, refs } = useFloating<HTMLElement>({ open: true });
  const { getFloatingProps, getItemProps } = useInteractions([
    useListNavigation(context, {
      listRef: items,
      activeIndex,
      onNavigate,
      loop: true,
      focusItemOnOpen: false, // it comes a frame late: a key may have gone to the button by then
      focusItemOnHover: false,
    }),
    useTypeahead(context, { listRef: words, activeIndex, onMatch: onNavigate }),
  ]);
  useFocusIn(
    () => refs.floating.current,
    () => items.current.find((item) => item?.ariaChecked === 'true') ?? items.current.find((item) => item?.matches(':enabled')),
  );
  return (
    <div
      {...getFloatingProps({ onKeyDown: ({ key }) => key === 'Tab' && onClose() })}
      className="menu"
      role="menu"
      aria-label={label}
      ref={refs.setFloating}
    >
      {entries.map((entry, index) =>
        entry === 'separator' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators are all alike
          <hr className="separator" key={index} />
        ) : (
          <button
            key={entry.id}
            type="button"
            {...(entry.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': entry.checked })}
            {...getItemProps({
              onClick: () => {
                if (!entry.stays) onClose();
                entry.run();
              },
            })}
            ref={(item) => {
              items.current[index] = item;
              words.current[index] = entry.disabled ? null : (item?.textContent ?? null);
            }}
            tabIndex={-1}
            className={entry.danger ? 'danger' : ''}
            disabled={entry.disabled}
            data-steady={entry.steady}
          >
            {entry.icon && <Icon of={entry.icon} />}
            <span className="truncate">{entry.label}</span>
            {entry.checked && (
              <span className="end">
                <Icon of={Check} className="read" />
              </span>
            )}
            {entry.keys && <Kbd>{entry.keys}</Kbd>}
          </button>
        ),
      )}
    </div>
  );
};

/** Spread onto the button that opens the menu. */
export type MenuTrigger = { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': boolean };

type Props = {
  label: string;
  entries: MenuEntry[];
  placement?: 'bottom-start' | 'bottom-end' | 'top-end';
  children: (trigger: MenuTrigger) => ReactNode;
};

/** A button and its menu: `<MenuButton label=".." entries={[..]}>{(trigger) => <IconButton {...trigger} .. />}</MenuButton>` */
export const MenuButton = ({ label, entries, placement = 'bottom-end', children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      placement={placement}
      content={<MenuList label={label} entries={entries} onClose={() => setOpen(false)} />}
    >
      {children({ onClick: () => setOpen(!isOpen), 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
    </Popover>
  );
};
