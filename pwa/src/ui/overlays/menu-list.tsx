import { useFloating, useInteractions, useListNavigation, useTypeahead } from '@floating-ui/react';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef, useState } from 'react';
import { useFocusIn } from '../hooks/use-auto-focus.ts';
import { Avatar } from '../marks/avatar.tsx';
import { Icon, type IconType } from '../marks/icon.tsx';
import { Kbd } from '../marks/kbd.tsx';

export type MenuEntry =
  | {
      id: string;
      label: ReactNode;
      icon?: IconType;
      /** Stands where other entries have their icon. */
      mark?: ReactNode;
      /** A person's, instead of an icon. */
      picture?: { name: string | null; of: string | null };
      keys?: string;
      danger?: boolean;
      disabled?: boolean;
      /** What stands at the end of the line, such as a time. */
      end?: string;
      /** For a choice of one entry: whether this one is chosen. */
      checked?: boolean;
      /** A switch of its own, which `checked` says. */
      isSwitch?: boolean;
      /** A second line that explains it. */
      detail?: string;
      run: () => void;
      /** For critical acts, as in Button. */
      steady?: string;
      /** The menu stays open. */
      stays?: boolean;
    }
  /** Stands above the entries of a group. */
  | { id: string; heading: string }
  | 'separator';
export type MenuListProps = {
  label: string;
  entries: MenuEntry[];
  onClose: () => void;
  /** Shows the label above the entries. */
  isHeaded?: boolean;
  /** A line below them. */
  foot?: string | undefined;
};

/** Only the list; usually you want `MenuButton`. Arrow keys, Home, End and first letters move, Escape and Tab close. */
export const MenuList = ({ label, entries, onClose, isHeaded = false, foot }: MenuListProps) => {
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
      focusItemOnOpen: false, // it would come a frame late: a key press may have reached the button by then
      focusItemOnHover: false,
    }),
    useTypeahead(context, { listRef: words, activeIndex, onMatch: onNavigate }),
  ]);
  useFocusIn(
    () => refs.floating.current,
    () =>
      items.current.find((item) => item?.matches('[role="menuitemradio"][aria-checked="true"]')) ??
      items.current.find((item) => item?.matches(':enabled')),
  );
  return (
    <div
      {...getFloatingProps({ onKeyDown: ({ key }) => key === 'Tab' && onClose() })}
      className="menu"
      role="menu"
      aria-label={label}
      ref={refs.setFloating}
    >
      {isHeaded && (
        <p className="menu-head" aria-hidden>
          {label}
        </p>
      )}
      {entries.map((entry, index) =>
        entry === 'separator' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators are identical
          <hr className="separator" key={index} />
        ) : 'heading' in entry ? (
          <p className="menu-head" key={entry.id} aria-hidden>
            {entry.heading}
          </p>
        ) : (
          <button
            key={entry.id}
            type="button"
            {...(entry.checked === undefined
              ? { role: 'menuitem' }
              : { role: entry.isSwitch ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': entry.checked })}
            {...getItemProps({
              onClick: () => {
                if (!entry.stays) onClose();
                entry.run();
              },
            })}
            ref={(item) => {
              items.current[index] = item;
              words.current[index] = entry.disabled
                ? null
                : (item?.querySelector(':scope > .truncate, :scope > .two-lines > span')?.textContent ?? null);
            }}
            tabIndex={-1}
            className={entry.danger ? 'danger' : ''}
            disabled={entry.disabled}
            data-steady={entry.steady}
          >
            {entry.icon && <Icon of={entry.icon} />}
            {entry.picture && <Avatar name={entry.picture.name} picture={entry.picture.of} size={20} />}
            {entry.mark && <span className="mark">{entry.mark}</span>}
            {entry.detail ? (
              <span className="two-lines">
                <span>{entry.label}</span>
                <small>{entry.detail}</small>
              </span>
            ) : (
              <span className="truncate">{entry.label}</span>
            )}
            {entry.end && <span className="end">{entry.end}</span>}
            {entry.checked && (
              <span className="end">
                <Icon of={Check} className="read" />
              </span>
            )}
            {entry.keys && <Kbd>{entry.keys}</Kbd>}
          </button>
        ),
      )}
      {foot && <p className="menu-foot">{foot}</p>}
    </div>
  );
};
