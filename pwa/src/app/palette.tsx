import { Omnibar } from '@blueprintjs/select';
import Search from 'lucide-react/icons/search';
import { type Ref, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { currentLanguage } from '../i18n/i18n.ts';
import { searchable } from '../i18n/searchable.ts';
import { usePane } from '../kernel/use-pane.ts';
import type { Finding } from '../shell/feature.ts';
import { type PaletteAction, paletteActions, shortcutsVersion, subscribeToShortcuts } from '../shell/shortcuts.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { useNav } from './drawer.tsx';
import { useFeatures } from './features-context.ts';

const sections = ['actions', 'screens', 'found'] as const;

/** Finds every action of this screen, every screen, and what the features find (tickets), by a few letters. */
export const Palette = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nav = useNav();
  const [query, setQuery] = useState('');
  const found = useFound(isOpen ? query : '');
  const id = useId();
  const version = useSyncExternalStore(subscribeToShortcuts, shortcutsVersion);
  const [active, setActive] = useState<PaletteAction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the actions
  const items = useMemo((): PaletteAction[] => {
    const screens = nav.map(
      ({ to, label, icon }): PaletteAction => ({
        id: to,
        label: label[currentLanguage()],
        section: 'screens',
        icon: <Icon of={icon} />,
        run: () => void navigate(to),
      }),
    );
    const things = found.items.map(
      ({ to, ...item }): PaletteAction => ({ ...item, section: 'found', run: () => void navigate(to) }),
    );
    const all = [...paletteActions(), ...screens, ...things];
    return sections.flatMap((section) => all.filter((item) => item.section === section));
  }, [version, nav, found.items, t, navigate]);
  const words = searchable(query.trim());
  const shown = useMemo(
    () => items.filter(({ label, section }) => section === 'found' || searchable(label).includes(words)),
    [items, words],
  );
  const current = shown.find(({ id: shownId }) => shownId === active?.id) ?? shown[0] ?? null;
  useEffect(() => {
    if (isOpen) return;
    setQuery('');
    setActive(null);
  }, [isOpen]);
  const titleOf = (section: (typeof sections)[number]) =>
    section === 'found' ? t(found.title as 'title', { defaultValue: found.title }) : t(section);
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
      items={shown}
      itemsEqual="id" // each answer creates new objects; the choice stays
      resetOnSelect
      resetOnQuery={false} // otherwise each answer would reset it too
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        setActive(null);
      }}
      onItemSelect={choose}
      activeItem={current}
      onActiveItemChange={setActive}
      initialContent={undefined}
      inputProps={{
        placeholder: t('jump'),
        leftIcon: <Icon of={Search} size="large" />,
        role: 'combobox',
        'aria-label': t('jumpLabel'),
        'aria-expanded': true,
        'aria-controls': id,
        'aria-activedescendant': current ? `${id}-${current.id}` : undefined,
      }}
      scrollToActiveItem={false} // only keys scroll: under the mouse a partly visible item would move away
      itemRenderer={(item, { ref }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={item.id}
          id={`${id}-${item.id}`}
          ref={ref as Ref<HTMLElement> as Ref<HTMLDivElement>}
          role="option"
          aria-selected={item.id === current?.id}
          onMouseMove={() => setActive(item)}
          onClick={() => choose(item)}
        >
          {item.icon}
          {item.detail === undefined ? item.label : <span className="truncate">{item.label}</span>}
          {item.detail !== undefined && <small className="truncate">{item.detail}</small>}
          {item.keys && <Kbd>{item.keys}</Kbd>}
        </div>
      )}
      itemListRenderer={({ itemsParentRef, renderItem }) => (
        <div className="results">
          <GiveBack />
          <div role="listbox" id={id} aria-label={t('results')} ref={itemsParentRef as Ref<HTMLElement> as Ref<HTMLDivElement>}>
            {sections.map((section) => {
              const own = shown.filter((item) => item.section === section);
              return (
                own.length > 0 && (
                  // biome-ignore lint/a11y/useSemanticElements: a group within a list of options
                  <div key={section} role="group" aria-label={titleOf(section)}>
                    <div className="section" aria-hidden="true">
                      {titleOf(section)}
                    </div>
                    {own.map((item) => renderItem(item, shown.indexOf(item)))}
                  </div>
                )
              );
            })}
          </div>
          {shown.length === 0 && !found.isBusy && <p className="none">{t('noResults', { query })}</p>}
          {found.isBusy && <p className="none">{t('searching')}</p>}
          {found.hasFailed && <p className="none">{t('searchedHere')}</p>}
          <p className="hidden-text" role="status">
            {query.trim() !== '' && !found.isBusy && t('resultCount', { count: shown.length })}
          </p>
        </div>
      )}
    />
  );
};

/** Returns what the features find for the words, under the heading of the first that finds something. */
const useFound = (words: string): Finding & { title: string } => {
  const finders = useFeatures().flatMap(({ finds }) => finds ?? []);
  const all = finders.map(({ use }) => use(words));
  const now = all.map((one) => one.items);
  const [kept, setKept] = useState(now);
  const isSame = now.every((items, at) => items === kept[at]);
  if (!isSame) setKept(now);
  const items = useMemo(() => kept.flat(), [kept]);
  const title = finders.find((_, at) => all[at]!.items.length > 0)?.title ?? '';
  return { title, items, isBusy: all.some(({ isBusy }) => isBusy), hasFailed: all.some(({ hasFailed }) => hasFailed) };
};

const GiveBack = () => {
  useReturnFocus();
  return null;
};
