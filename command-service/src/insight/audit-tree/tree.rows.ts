import type pg from 'pg';
import { appendLeaves, type Leaf, nodeReader, partialTiles, type Tile, WIDTH } from './tiles.ts';

type Queries = Pick<pg.Pool | pg.ClientBase, 'query'>;
type Row = { level: number; place: string; positions: Buffer; hashes: Buffer };
const HASH = 32;
const POSITION = 8;

const tileOf = ({ level, place, positions, hashes }: Row): Tile => ({
  level,
  place: Number(place),
  hashes: Array.from({ length: hashes.length / HASH }, (_, n) => hashes.subarray(n * HASH, (n + 1) * HASH)),
  positions: Array.from({ length: positions.length / POSITION }, (_, n) => positions.readBigUInt64BE(n * POSITION)),
});
const packed = (positions: readonly bigint[]): Buffer => {
  const bytes = Buffer.alloc(positions.length * POSITION);
  for (const [n, position] of positions.entries()) bytes.writeBigUInt64BE(position, n * POSITION);
  return bytes;
};

/** How many leaves the tree of a company has. */
export const treeSize = async (db: Queries, companyId: string): Promise<number> => {
  const { rows } = await db.query<{ size: string }>('select size from audit.tree where company_id = $1', [companyId]);
  return Number(rows[0]?.size ?? 0);
};

const read = async (db: Queries, companyId: string, wanted: readonly Pick<Tile, 'level' | 'place'>[]): Promise<Tile[]> => {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<Row>({
    name: 'audit-tiles',
    text: `select level, place, positions, hashes from audit.tile
      join unnest($2::smallint[], $3::bigint[]) as wanted (level, place) using (level, place) where company_id = $1`,
    values: [companyId, wanted.map(({ level }) => level), wanted.map(({ place }) => place)],
  });
  return rows.map(tileOf);
};

/** Appends the leaves to the company's tree, in the transaction of `db`. */
export const grow = async (db: Queries, companyId: string, leaves: readonly Leaf[]): Promise<void> => {
  const size = await treeSize(db, companyId);
  const tiles = appendLeaves(size, await read(db, companyId, partialTiles(size)), leaves);
  await db.query({
    name: 'audit-grow',
    text: `insert into audit.tile (company_id, level, place, first_position, positions, hashes)
      select $1, level, place, first_position, positions, hashes
      from unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[])
        as grown (level, place, first_position, positions, hashes)
      on conflict (company_id, level, place) do update set positions = excluded.positions, hashes = excluded.hashes`,
    values: [
      companyId,
      tiles.map(({ level }) => level),
      tiles.map(({ place }) => place),
      tiles.map(({ positions }) => positions[0] ?? null),
      tiles.map(({ positions }) => packed(positions)),
      tiles.map(({ hashes }) => Buffer.concat(hashes)),
    ],
  });
  await db.query(
    'insert into audit.tree (company_id, size) values ($1, $2) on conflict (company_id) do update set size = excluded.size',
    [companyId, size + leaves.length],
  );
};

/** The tree of a company as it is read: its tiles are fetched when they are needed, and kept as long as the reader. */
export const treeOf = (db: Queries, companyId: string) => {
  const tiles = new Map<string, Promise<Tile>>();
  const tileAt = (level: number, place: number): Promise<Tile> => {
    const name = `${level}/${place}`;
    const found = tiles.get(name) ?? read(db, companyId, [{ level, place }]).then(([tile]) => tile ?? missing(name));
    tiles.set(name, found);
    return found;
  };
  /** The leaves of the events at some positions of the store; null for one that the tree does not have. */
  const leavesAt = async (positions: readonly bigint[]): Promise<(number | null)[]> => {
    const { rows } = await db.query<{ place: string | null }>({
      name: 'audit-leaves',
      text: `select (select place from audit.tile where company_id = $1 and level = 0 and first_position <= position
          order by first_position desc limit 1) as place
        from unnest($2::bigint[]) with ordinality as asked (position, number) order by number`,
      values: [companyId, positions],
    });
    const leaves: (number | null)[] = [];
    for (const [number, { place }] of rows.entries()) {
      const index = place === null ? -1 : (await tileAt(0, Number(place))).positions.indexOf(positions[number]!);
      leaves.push(index < 0 ? null : Number(place) * WIDTH + index);
    }
    return leaves;
  };
  return { nodeAt: nodeReader(tileAt), leavesAt };
};
export type Tree = ReturnType<typeof treeOf>;

const missing = (name: string): never => {
  throw new Error(`The tree has no tile ${name}.`);
};
