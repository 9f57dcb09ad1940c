import type { MacroView } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useActions } from '../../../shell/shortcuts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { useActWords } from '../../macros/act-words.ts';
import { answered, askedIn, stepsOf, textOfAct } from '../../macros/macros.model.ts';
import { macroApplied, macros, selectProgress } from '../../macros/macros.slice.ts';
import { useActNames } from '../../macros/use-act-names.ts';
import { type About, filledReply, greetingAt } from '../quick-replies.model.ts';
import { AskDialog } from './ask-dialog.tsx';
import styles from './macro-desk.module.css';

type Props = {
  ticketId: string;
  about: About;
  /** The name above its messages; null: they are not signed. */
  signature: string | null;
  /** The macro that is to be applied. */
  chosen: MacroView | null;
  onChosen: (macro: MacroView | null) => void;
};

/**
 * Applies macros to the ticket of the composer: asks for the variables that nobody knows, and shows which act is being done. The palette offers
 * them too.
 */
export const MacroDesk = ({ ticketId, about, signature, chosen, onChosen }: Props) => {
  const { t } = useTexts('macros');
  const { t: ofComposer } = useTexts('composer');
  const dispatch = useDispatch();
  const { time } = useFormat();
  const all = macros.useAll();
  const running = useSelector(selectProgress);
  const acts = useMemo(() => chosen?.acts ?? [], [chosen]);
  const names = useActNames(acts);
  const labelOf = useActWords(names);
  const asked = askedIn(acts.flatMap((act) => textOfAct(act, names) ?? []));
  const apply = (values: Record<string, string>) => {
    if (!chosen) return;
    const hour = Number.parseInt(time(new Date().toISOString()), 10);
    const fill = (text: string) => filledReply(answered(text, values), about, ofComposer(greetingAt(hour)));
    dispatch(macroApplied({ ticketId, name: chosen.name, signature, steps: stepsOf(acts, names, { labelOf, fill }) }));
    onChosen(null);
  };
  const goesAtOnce = chosen !== null && names.isSettled && asked.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each macro that is chosen
  useEffect(() => {
    if (goesAtOnce) apply({});
  }, [goesAtOnce]);
  useActions(
    all.map((macro) => ({
      id: `macro:${macro.id}`,
      label: t('apply', { name: macro.name }),
      detail: `/${macro.shortcode}`,
      section: 'actions' as const,
      icon: <Icon of={ListChecks} />,
      run: () => onChosen(macro),
    })),
  );
  return (
    <>
      {running?.ticketId === ticketId && (
        <p className={styles.running} role="status">
          <Spinner />
          {t('running', { name: running.name, begun: running.begun, total: running.total })}
        </p>
      )}
      {chosen && names.isSettled && asked.length > 0 && (
        <AskDialog key={chosen.id} name={chosen.name} asked={asked} onAnswered={apply} onClose={() => onChosen(null)} />
      )}
    </>
  );
};
