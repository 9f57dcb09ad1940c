import Check from 'lucide-react/icons/check';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
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

/** The list alone; mostly you want `MenuButton`. Arrow keys, Home, End and first letters move, Escape closes. */
export const MenuList = ({ label, entries, onClose }: { label: string; entries: MenuEntry[]; onClose: () => void }) => {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
  useFocusIn(
    () => list.current,
    () => items().find((item) => item.ariaChecked === 'true') ?? items()[0],
  );
  const handleKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const byKey: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1 + all.length, Home: 0, End: all.length - 1 };
    const to = byKey[event.key];
    if (event.key === 'Tab') return onClose();
    if (to !== undefined) {
      event.preventDefault();
      all[to % all.length]?.focus();
    } else if (event.key.length === 1 && event.key !== ' ') {
      const from = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      from.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    }
  };
  return (
    <div className="menu" role="menu" aria-label={label} ref={list} onKeyDown={handleKeyDown}>
      {entries.map((entry, index) =>
        entry === 'separator' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators are all alike
          <hr className="separator" key={index} />
        ) : (
          <button
            key={entry.id}
            type="button"
            {...(entry.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': entry.checked })}
            tabIndex={-1}
            className={entry.danger ? 'danger' : ''}
            disabled={entry.disabled}
            data-steady={entry.steady}
            onClick={() => {
              if (!entry.stays) onClose();
              entry.run();
            }}
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
