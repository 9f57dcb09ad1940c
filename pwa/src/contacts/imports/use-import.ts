import { type ImportColumns, type ImportView, importRoutes, limits, newId } from '@prosa/contracts/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { ApiError, type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { uploadSpreadsheet } from './import-upload.ts';
import { importChosen, importSeen, importsWanted, isRunning, selectImports } from './imports.slice.ts';

/** The pause between two looks at an import that runs. */
const LOOK_MS = 700;
/** The file of an import of this tab: another of its sheets may be read. */
let sent: { id: string; file: File } | null = null;

const look = async (id: string): Promise<ImportView> => (await call(importRoutes.show, { params: { id } })).data;

/** One import from its file to its end: sends the file, starts and stops runs, and follows their progress. */
export const useImport = () => {
  const dispatch = useDispatch();
  const { current, into } = useSelector(selectImports);
  const [view, setView] = useState<ImportView | null>(null);
  const [isBusy, setBusy] = useState(current !== null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isHere = useRef(true);
  const show = useCallback(
    (news: ImportView) => {
      dispatch(importSeen(news));
      if (!isHere.current) return;
      setFailure(null);
      setView(news);
      dispatch(importChosen(news.id));
    },
    [dispatch],
  );
  const fail = useCallback(
    (error: unknown) => {
      if (!isHere.current) return;
      const why = failureOf(error);
      setFailure(why);
      if (why.code !== 'ERR_NO_IMPORT_FOUND') return;
      dispatch(importChosen(null));
      setView(null);
    },
    [dispatch],
  );
  const perform = useCallback(
    async (work: () => Promise<ImportView>): Promise<void> => {
      setBusy(true);
      setFailure(null);
      await work().then(show, fail);
      if (isHere.current) setBusy(false);
    },
    [show, fail],
  );
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // The dialog is opened where it was, or an import is chosen from the list.
  const isOther = current !== null && current !== view?.id;
  useEffect(() => {
    if (isOther) void perform(() => look(current));
  }, [isOther, current, perform]);
  // A failed look is repeated too: the import goes on without this screen.
  const running = view && isRunning(view) ? view.id : null;
  useEffect(() => {
    if (running === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const again = (): void => {
      timer = setTimeout(() => {
        void look(running)
          .then(
            (news) => isOver || show(news),
            (error: unknown) => isOver || fail(error),
          )
          .then(() => isOver || again());
      }, LOOK_MS);
    };
    again();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [running, show, fail]);
  const send = (file: File, sheet?: number) =>
    perform(async () => {
      if (file.size > limits.importBytes) throw new ApiError('ERR_TOO_LARGE', 413);
      const read = await uploadSpreadsheet(into, file, newId(), sheet);
      sent = { id: read.id, file };
      return read;
    });
  return {
    view,
    isBusy,
    failure,
    send: (file: File) => send(file),
    /** Reads another sheet of the file; null if this tab does not have it any more. */
    turnTo: view && sent?.id === view.id ? (sheet: number) => void send(sent!.file, sheet) : null,
    start: async (id: string, columns: ImportColumns, dryRun: boolean) => {
      await perform(async () => (await call(importRoutes.confirm, { params: { id }, body: { columns, dryRun } })).data);
      dispatch(importsWanted());
    },
    /** Ends a run; the rows under way get their results. */
    stop: (id: string) => perform(async () => (await call(importRoutes.cancel, { params: { id } })).data),
    /** Back to the choice of columns. */
    again: () => setView((now) => now && { ...now, status: 'read' }),
    /** Leaves the import, to take another file. */
    drop: () => {
      dispatch(importChosen(null));
      dispatch(importsWanted());
      setView(null);
      setFailure(null);
    },
  };
};
export type Importing = ReturnType<typeof useImport>;
