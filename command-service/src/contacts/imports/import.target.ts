import type { Actor, Country, ImportColumns } from '@prosa/contracts';
import type { Done } from './import.rows.ts';

/** A run of an import. */
export type Run = {
  companyId: string;
  actor: Actor;
  importId: string;
  run: bigint;
  dryRun: boolean;
  columns: ImportColumns;
  country: Country;
};

/** What a run's rows become. A piece is done at once, and is what a process that ends has to do again. */
export type Target<Piece> = {
  /** The rows without a result, in pieces. */
  pages: () => AsyncGenerator<Iterable<Piece>>;
  /** Their results; of a dry run without changing anything. */
  resultsOf: (piece: Piece) => Promise<Done[]>;
  /** Called when the run has come to its end. */
  concluded?: () => Promise<void>;
};
