import { Omnibar } from '@blueprintjs/select';
import Search from 'lucide-react/icons/search';
import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { searchable } from '../i18n/searchable.ts';
import { usePane } from '../kernel/use-pane.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { useNav } from './drawer.tsx';
import { type PaletteAction, paletteActions, shortcutsVersion, subscribeToShortcuts } from './shortcuts.ts';

const sections = ['actions', 'screens'] as const;

/** Every action of this screen and every screen, by a few letters. */
export const Palette = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nav = useNav();
  const id = useId();
  const version = useSyncExternalStore(subscribeToShortcuts, shortcutsVersion);
  const [active, setActive] = useState<PaletteAction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says when the actions are others
  const items = useMemo((): PaletteAction[] => {
    const screens = nav.map(
      ({ to, label, icon }): PaletteAction => ({
        id: to,
        label: t(label as 'title', { defaultValue: label }),
        section: 'screens',
        icon: <Icon of={icon} />,
        run: () => void navigate(to),
      }),
    );
    const all = [...paletteActions(), ...screens];
    return sections.flatMap((section) => all.filter((item) => item.section === section));
  }, [version, nav, t, navigate]);
  usePane(isOpen, onClose);
  const choose = (item: PaletteAction) => {
    onClose();
    item.run();
  };
  return (
    <Omnibar<PaletteAction>
      isOpen={isOpen}
      onClose={onClose}
      className="palette"
      overlayProps={{ transitionDuration: 80, shouldReturnFocusOnClose: false }} // an action may have opened a dialog
      items={items}
      resetOnSelect
      onItemSelect={choose}
      activeItem={active}
      onActiveItemChange={setActive}
      itemPredicate={(query, { label }) => searchable(label).includes(searchable(query.trim()))}
      initialContent={undefined}
      inputProps={{
        placeholder: t('jump'),
        leftIcon: <Icon of={Search} size="large" />,
        role: 'combobox',
        'aria-label': t('jumpLabel'),
        'aria-expanded': true,
        'aria-controls': id,
        'aria-activedescendant': active ? `${id}-${active.id}` : undefined,
      }}
      itemRenderer={() => null}
      itemListRenderer={({ filteredItems, query, activeItem }) => (
        <div className="results">
          <GiveBack />
          <div role="listbox" id={id} aria-label={t('results')}>
            {sections.map((section) => {
              const shown = filteredItems.filter((item) => item.section === section);
              return (
                shown.length > 0 && (
                  // biome-ignore lint/a11y/useSemanticElements: a group within a list of options
                  <div key={section} role="group" aria-label={t(section)}>
                    <div className="section" aria-hidden="true">
                      {t(section)}
                    </div>
                    {shown.map((item) => (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
                      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                      <div
                        key={item.id}
                        id={`${id}-${item.id}`}
                        role="option"
                        aria-selected={item.id === (activeItem as PaletteAction | null)?.id}
                        onMouseMove={() => setActive(item)}
                        onClick={() => choose(item)}
                      >
                        {item.icon}
                        {item.label}
                        {item.keys && <Kbd>{item.keys}</Kbd>}
                      </div>
                    ))}
                  </div>
                )
              );
            })}
          </div>
          {filteredItems.length === 0 && <p className="none">{t('noResults', { query })}</p>}
        </div>
      )}
    />
  );
};

const GiveBack = () => {
  useReturnFocus();
  return null;
};
