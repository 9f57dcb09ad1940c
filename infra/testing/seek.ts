import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Secrets by what a test calls them. */
export type Sought = Record<string, string | Buffer>;

/** How bytes look within a longer text of base64, at each of the three places where they may begin: the letters that no neighbour changes. */
const withinBase64 = (bytes: Buffer, alphabet: 'base64' | 'base64url'): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(alphabet)
      .replaceAll('=', '');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });

/** The bytes of everything as which a secret may be kept: as it is, in hex, in base64. */
const formsOf = (secret: string | Buffer): Buffer[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const texts = [hex, hex.toUpperCase(), ...withinBase64(bytes, 'base64'), ...withinBase64(bytes, 'base64url')];
  return [bytes, ...[...new Set(texts)].map((text) => Buffer.from(text))];
};

/** Returns `table: secret` for each table of a database, of any schema, that has one of the secrets in any column. */
export const seekInPostgres = async (client: Pick<pg.ClientBase | pg.Pool, 'query'>, sought: Sought): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows)
    for (const [what, secret] of Object.entries(sought)) {
      // Bytes are shown in hex.
      const shown = formsOf(secret).flatMap((form) => [form.toString('latin1'), form.toString('hex')]);
      const patterns = shown.filter((text) => !text.includes('\0')).map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
      const { rowCount } = await client.query(`select 1 from ${name} t where t::text like any($1::text[]) limit 1`, [patterns]);
      if (rowCount !== 0) found.push(`${name}: ${what}`);
    }
  return found;
};

/** Returns `file: secret` for each file below a folder that has one of the secrets in it. */
export const seekInFolder = (folder: string, sought: Sought): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      return Object.entries(sought).flatMap(([what, secret]) =>
        formsOf(secret).some((form) => bytes.includes(form)) ? [`${path}: ${what}`] : [],
      );
    });
