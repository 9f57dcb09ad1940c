import type { Part } from './kernel/pg.ts';
import { keyUsesMigration } from './key-uses.ts';
import { watchedMigration } from './open-screens.ts';
import { codesMigration } from './session-codes.ts';

/**
 * Facts that are true only now, in tables that services share: the codes that sessions show, and whose screens are open, both lost in a
 * crash of Postgres; and when API keys were used last.
 */
export const liveMigrations: Part = { schema: 'live', migrations: [codesMigration, watchedMigration, keyUsesMigration] };
