import { type ImportColumns, type ImportView, importRoutes, newId } from '@prosa/contracts/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../kernel/api-error.ts';
import { call } from '../kernel/client.ts';
import { uploadSpreadsheet } from './import-upload.ts';

/** The pause between two looks at an import that runs. */
const LOOK_MS = 700;
/** The last import of this tab that is not over: its dialog may be closed and opened again meanwhile. */
let last: string | null = null;

export const isRunning = ({ status }: ImportView): boolean =>
  status === 'checking' || status === 'importing' || status === 'cancelling';

/** One import from its file to its end: sends the file, starts runs, and follows their progress. */
export const useImport = () => {
  const [view, setView] = useState<ImportView | null>(null);
  const [isBusy, setBusy] = useState(last !== null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isHere = useRef(true);
  const perform = useCallback(async (work: () => Promise<ImportView>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const news = await work();
      last = news.status === 'finished' ? null : news.id;
      if (isHere.current) setView(news);
    } catch (error) {
      const why = failureOf(error);
      if (why.code === 'ERR_NO_IMPORT_FOUND') last = null;
      if (isHere.current) setFailure(why);
    }
    if (isHere.current) setBusy(false);
  }, []);
  const look = useCallback(
    (id: string) => perform(async () => (await call(importRoutes.show, { params: { id } })).data),
    [perform],
  );
  useEffect(() => {
    isHere.current = true;
    if (last !== null) void look(last);
    return () => {
      isHere.current = false;
    };
  }, [look]);
  // A failed look is repeated too: the import goes on without this screen.
  useEffect(() => {
    if (!view || !isRunning(view) || isBusy) return;
    const timer = setTimeout(() => void look(view.id), LOOK_MS);
    return () => clearTimeout(timer);
  }, [view, isBusy, look]);
  return {
    view,
    isBusy,
    failure,
    send: (file: File) => perform(() => uploadSpreadsheet(file, newId())),
    start: (id: string, columns: ImportColumns, dryRun: boolean) =>
      perform(async () => (await call(importRoutes.confirm, { params: { id }, body: { columns, dryRun } })).data),
    /** Back to the choice of columns. */
    again: () => setView((now) => now && { ...now, status: 'read' }),
    /** Gives the import up, to take another file. */
    drop: () => {
      last = null;
      setView(null);
      setFailure(null);
    },
  };
};
export type Importing = ReturnType<typeof useImport>;
