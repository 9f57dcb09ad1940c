import type { ImportSummary } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';

export type ImportsState = {
  /** Where the imports go that are shown: a list of contacts, or null, the contacts. */
  into: string | null;
  /** The recent imports, the newest first; null until they are known. */
  list: ImportSummary[] | null;
  /** Why the list could not be fetched. */
  failure: Failure | null;
  isOpen: boolean;
  /** The import that the dialog shows, also when it is opened again; null: it asks for a file. */
  current: string | null;
};
export type WithImports = { imports: ImportsState };

/** Fetch the list: something shows it. */
export const importsWanted = createAction('imports/wanted');

/** Whether an import goes on by itself. */
export const isRunning = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'checking' || status === 'importing' || status === 'cancelling';

function nothingInto(into: string | null): ImportsState {
  return { into, list: null, failure: null, isOpen: false, current: null };
}

const slice = createSlice({
  name: 'imports',
  initialState: nothingInto(null),
  reducers: {
    /** A screen shows the imports into a list, or into the contacts. */
    importsEntered: (state, { payload }: PayloadAction<string | null>) => (state.into === payload ? state : nothingInto(payload)),
    listed: (state, { payload }: PayloadAction<ImportSummary[]>) => {
      state.list = payload;
      state.failure = null;
    },
    listFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.failure = payload;
    },
    /** The dialog has more recent news of an import than the list. */
    importSeen: (state, { payload }: PayloadAction<ImportSummary>) => {
      state.list = state.list?.map((one) => (one.id === payload.id ? { ...one, ...payload } : one)) ?? null;
    },
    /** Opens the dialog where it was, or with another import. */
    importOpened: (state, { payload }: PayloadAction<string | undefined>) => {
      state.isOpen = true;
      if (payload !== undefined) state.current = payload;
    },
    /** Opens the dialog for a file into a list whose screen is about to be shown. */
    importOpenedFor: (_, { payload }: PayloadAction<string>) => ({ ...nothingInto(payload), isOpen: true }),
    importClosed: (state) => {
      state.isOpen = false;
    },
    importChosen: (state, { payload }: PayloadAction<string | null>) => {
      state.current = payload;
    },
  },
});
export const { importsEntered, listed, listFailed, importSeen, importOpened, importOpenedFor, importClosed, importChosen } =
  slice.actions;
export const importsSlice = slice;

export const selectImports = ({ imports }: WithImports): ImportsState => imports;
const none: ImportSummary[] = [];
/** Those that write contacts now, or wait for their turn: the oldest first, as they are done. */
export const selectWriting = ({ imports }: WithImports): ImportSummary[] => writingIn(imports.list ?? none);

let known: { list: ImportSummary[]; writing: ImportSummary[] } = { list: none, writing: none };
const writingIn = (list: ImportSummary[]): ImportSummary[] => {
  if (known.list !== list)
    known = { list, writing: list.filter(({ status }) => status === 'importing' || status === 'cancelling').reverse() };
  return known.writing;
};
