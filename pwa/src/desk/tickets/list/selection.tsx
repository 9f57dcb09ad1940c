import { limits, type TicketView } from '@prosa/contracts';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { rowsOf, selectList, selectListName } from '../state/tickets.selectors.ts';

/** The selected rows of the shown list, for bulk actions. */
export type Selection = {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all rows from the last selected one to this one. */
  extendTo: (id: string, rows: readonly TicketView[]) => void;
  only: (ids: readonly string[]) => void;
  clear: () => void;
};

const Selected = createContext<Selection | null>(null);

/** Returns the selection. Throws outside of a SelectionProvider. */
export const useSelection = (): Selection => {
  const selection = useContext(Selected);
  if (!selection) throw new Error('Rows are selected on the tickets screen.');
  return selection;
};

/** Limits the selection to what one call accepts. */
const most = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, limits.bulkTickets));

/** Holds the selection for its children; switching to another list clears it. */
export const SelectionProvider = ({ children }: { children: ReactNode }) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const name = useSelector(selectListName);
  const clear = useCallback(() => setIds((before) => (before.size === 0 ? before : new Set())), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts without a selection
  useEffect(clear, [name, clear]);
  const selection = useMemo(
    (): Selection => ({
      ids,
      toggle: (id) => {
        anchor.current = id;
        setIds((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : most([...before, id])));
      },
      extendTo: (id, rows) => {
        const [from, to] = [anchor.current ?? id, id]
          .map((end) => rows.findIndex((row) => row.id === end))
          .toSorted((a, b) => a - b);
        const between = rows.slice(Math.max(from!, 0), to! + 1).map((row) => row.id);
        setIds((before) => most([...before, ...between]));
        anchor.current = id;
      },
      only: (wanted) => setIds(most(wanted)),
      clear,
    }),
    [ids, clear],
  );
  return <Selected value={selection}>{children}</Selected>;
};

/** Returns the selected tickets that the list still shows, in its order. */
export const useChosen = (): TicketView[] => {
  const { ids } = useSelection();
  const rows = rowsOf(useSelector(selectList(useSelector(selectListName))));
  return useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids]);
};
