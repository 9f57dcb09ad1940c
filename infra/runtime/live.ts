import type { Part } from './kernel/pg.ts';
import { keyEndsMigration } from './key-ends.ts';
import { keyUsesMigration } from './key-uses.ts';
import { watchedMigration } from './open-screens.ts';
import { codesMigration } from './session-codes.ts';

/**
 * Facts that are true only now, in tables that services share: the codes that sessions show, and whose screens are open, both lost in a
 * crash of Postgres; when API keys were used last, and which were revoked.
 */
export const liveMigrations: Part = {
  schema: 'live',
  migrations: [codesMigration, watchedMigration, keyUsesMigration, keyEndsMigration],
};
