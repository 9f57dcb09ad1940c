import type { Part } from './kernel/pg.ts';
import { codesMigration } from './session-codes.ts';
import { watchedMigration } from './watched.ts';

/** Facts that are true only now: the codes that sessions show, and whose screens are open. Lost in a crash of Postgres. */
export const liveMigrations: Part = { schema: 'live', migrations: [codesMigration, watchedMigration] };
