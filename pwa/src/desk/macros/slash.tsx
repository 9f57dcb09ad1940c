import type { MacroView } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { searchable } from '../../kernel/i18n/searchable.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { SlashPart } from '../../shell/feature.ts';
import { useActions } from '../../shell/shortcuts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { ActChips } from './act-chips.tsx';
import { useActWords } from './act-words.ts';
import { AskDialog } from './ask-dialog.tsx';
import { answered, askedIn, doable, stepsOf, textOfAct } from './macros.model.ts';
import { macroApplied, macros, selectProgress } from './macros.slice.ts';
import styles from './slash.module.css';
import { useActNames } from './use-act-names.ts';

/**
 * Only its word finds a macro in the composer: what it does cannot be looked over before it is done, as a reply can. Words that begin with
 * the query come first.
 */
const foundBy = (query: string | null, all: readonly MacroView[]): MacroView[] => {
  if (query === null) return [];
  const placeIn = ({ shortcode }: MacroView) => searchable(shortcode).indexOf(searchable(query));
  const found = all.filter((macro) => placeIn(macro) >= 0);
  return [...found.filter((macro) => placeIn(macro) === 0), ...found.filter((macro) => placeIn(macro) > 0)];
};

/**
 * The macros behind the composer's slash, and in the palette. A chosen one asks for the variables that nobody knows; above the field stands which
 * of its acts is being done.
 */
export const Slash: SlashPart['Slash'] = ({ ticketId, query, signature, fill, children }) => {
  const { t } = useTexts('macros');
  const all = macros.useAll();
  const running = useSelector(selectProgress);
  const [chosen, setChosen] = useState<MacroView | null>(null);
  const found = useMemo(() => foundBy(query, all), [query, all]);
  const names = useActNames(useMemo(() => found.flatMap(({ acts }) => acts), [found]));
  const wordsFor = ({ acts }: MacroView): string => {
    const count = doable(acts, names);
    return count === acts.length ? t('applyAll', { count }) : t('applySome', { count, total: acts.length });
  };
  useActions(
    all.map((macro) => ({
      id: `macro:${macro.id}`,
      label: t('apply', { name: macro.name }),
      detail: `/${macro.shortcode}`,
      section: 'actions' as const,
      icon: <Icon of={ListChecks} />,
      run: () => setChosen(macro),
    })),
  );
  return (
    <>
      {children({
        heading: t('title'),
        found: t('count', { count: found.length, shown: String(found.length) }),
        entries: found.map((macro) => ({
          id: macro.id,
          shortcode: macro.shortcode,
          title: macro.name,
          shown: <ActChips acts={macro.acts} names={names} />,
          does: wordsFor(macro),
          run: () => setChosen(macro),
        })),
        foot: (
          <Link className="text-button" to="/macros?new" onMouseDown={(event) => event.preventDefault()}>
            {t('add')}
          </Link>
        ),
      })}
      {running?.ticketId === ticketId && (
        <p className={styles.running} role="status">
          <Spinner />
          {t('running', { name: running.name, begun: running.begun, total: running.total })}
        </p>
      )}
      {chosen && <Applies key={chosen.id} {...{ ticketId, signature, fill }} macro={chosen} onClose={() => setChosen(null)} />}
    </>
  );
};

type Of = Pick<ComponentProps<SlashPart['Slash']>, 'ticketId' | 'signature' | 'fill'>;

/** Applies a macro, as soon as everything about its acts is known. */
const Applies = ({
  ticketId,
  signature,
  fill,
  macro: { name, acts },
  onClose,
}: Of & { macro: MacroView; onClose: () => void }) => {
  const dispatch = useDispatch();
  const names = useActNames(acts);
  const labelOf = useActWords(names);
  const asked = askedIn(acts.flatMap((act) => textOfAct(act, names) ?? []));
  const apply = (values: Record<string, string>) => {
    const steps = stepsOf(acts, names, { labelOf, fill: (text) => fill(answered(text, values)) });
    dispatch(macroApplied({ ticketId, name, signature, steps }));
    onClose();
  };
  const goesAtOnce = names.isSettled && asked.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (goesAtOnce) apply({});
  }, [goesAtOnce]);
  if (!names.isSettled || asked.length === 0) return null;
  return <AskDialog name={name} asked={asked} onAnswered={apply} onClose={onClose} />;
};
