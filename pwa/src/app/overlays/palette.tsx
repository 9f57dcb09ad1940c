import { Omnibar } from '@blueprintjs/select';
import Search from 'lucide-react/icons/search';
import { type Ref, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { searchable } from '../../kernel/i18n/searchable.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { usePane } from '../../kernel/use-pane.ts';
import { type PaletteAction, paletteActions, shortcutsVersion, subscribeToShortcuts } from '../../shell/shortcuts.ts';
import { FieldOption } from '../../ui/fields/field-option.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { useNav } from './drawer.tsx';
import { finders } from './finders.ts';
import { type Opens, useCommands } from './use-commands.tsx';

const sections = ['actions', 'screens', 'found', 'commands'] as const;

/**
 * Finds every action of this screen, every screen, tickets and contacts, and the commands of the account menu, by a few letters.
 */
export const Palette = ({ isOpen, onClose, ...opens }: { isOpen: boolean; onClose: () => void } & Opens) => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const nav = useNav();
  const [query, setQuery] = useState('');
  const found = useFoundThings(isOpen ? query : '');
  const commands = useCommands(opens);
  const id = useId();
  const version = useSyncExternalStore(subscribeToShortcuts, shortcutsVersion);
  const [active, setActive] = useState<PaletteAction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the actions
  const items = useMemo((): PaletteAction[] => {
    const screens = nav.map(
      ({ to, label, icon, within }): PaletteAction => ({
        id: to,
        label: [within?.label, label].flatMap((one) => one?.[currentLanguage()] ?? []).join(': '),
        section: 'screens',
        icon: <Icon of={icon} />,
        run: () => void navigate(to),
      }),
    );
    const things = found.groups.flatMap(({ title, items }) =>
      items.map(
        ({ to, state, onChosen, ...item }): PaletteAction => ({
          ...item,
          section: 'found',
          group: title,
          run: () => {
            onChosen?.();
            void navigate(to, { state });
          },
        }),
      ),
    );
    const all = [...paletteActions(), ...screens, ...things, ...commands];
    return sections.flatMap((section) => all.filter((item) => item.section === section));
  }, [version, nav, found.groups, commands, t, navigate]);
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
  const groups = [
    ...new Map(shown.map(({ section, group }) => [group ?? section, section === 'found' ? headingOf(group ?? '') : t(section)])),
  ];
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
        <FieldOption
          key={item.id}
          id={`${id}-${item.id}`}
          ref={ref as Ref<HTMLElement> as Ref<HTMLDivElement>}
          isActive={item.id === current?.id}
          onPoint={() => setActive(item)}
          onChoose={() => choose(item)}
        >
          {item.icon}
          {item.isTall ? (
            <span className="two-lines">
              <b className="truncate">{item.label}</b>
              <small className="truncate">{item.detail}</small>
            </span>
          ) : (
            <>
              {item.detail === undefined ? item.label : <span className="truncate">{item.label}</span>}
              {item.detail !== undefined && <small className="truncate">{item.detail}</small>}
            </>
          )}
          {item.end !== undefined && <small className="end">{item.end}</small>}
          {item.keys && <Kbd>{item.keys}</Kbd>}
        </FieldOption>
      )}
      itemListRenderer={({ itemsParentRef, renderItem }) => (
        <div className="results">
          <GiveBack />
          <div role="listbox" id={id} aria-label={t('results')} ref={itemsParentRef as Ref<HTMLElement> as Ref<HTMLDivElement>}>
            {groups.map(([key, title]) => (
              // biome-ignore lint/a11y/useSemanticElements: a group within a list of options
              <div key={key} role="group" aria-label={title}>
                <div className="section" aria-hidden="true">
                  {title}
                </div>
                {shown.map((item, index) => (item.group ?? item.section) === key && renderItem(item, index))}
              </div>
            ))}
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

/** The heading of what a feature finds: a text by `namespace:key`. */
const headingOf = (title: string): string => {
  const [namespace = '', key = ''] = title.split(':');
  return findText(namespace, key) ?? title;
};

/** Returns what the features find for the words, each kind under its heading. */
const useFoundThings = (words: string) => {
  const all = finders.map(({ use }) => use(words));
  const now = all.map((one) => one.items);
  const [kept, setKept] = useState(now);
  const isSame = now.every((items, at) => items === kept[at]);
  if (!isSame) setKept(now);
  const groups = useMemo(() => kept.map((items, at) => ({ items, title: finders[at]!.title })), [kept]);
  return { groups, isBusy: all.some(({ isBusy }) => isBusy), hasFailed: all.some(({ hasFailed }) => hasFailed) };
};

const GiveBack = () => {
  useReturnFocus();
  return null;
};
