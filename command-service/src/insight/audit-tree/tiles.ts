import { leftSize, nodeHash, nodeHasher, rootOf, subtree } from '@prosa/infra/verify';

const { sha256 } = nodeHasher;

/** How many hashes a tile has: those of level 0 are leaves, those of a higher level the roots of the full tiles below. */
export const WIDTH = 256;

export type Leaf = { hash: Uint8Array; position: bigint };
/** `positions`: where the events of the leaves are in the store; of level 0 alone. */
export type Tile = { level: number; place: number; hashes: Uint8Array[]; positions: bigint[] };

/** The tiles of a tree that are not full yet, by level and place. */
export const partialTiles = (size: number): Pick<Tile, 'level' | 'place'>[] => {
  const tiles: Pick<Tile, 'level' | 'place'>[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / WIDTH))
    if (count % WIDTH > 0) tiles.push({ level, place: Math.floor(count / WIDTH) });
  return tiles;
};

/** Appends leaves to a tree of `size` leaves; returns the tiles that are new or have changed. `partial`: those of `partialTiles`. */
export const appendLeaves = (size: number, partial: readonly Tile[], leaves: readonly Leaf[]): Tile[] => {
  const changed: Tile[] = [];
  let entries: readonly { hash: Uint8Array; position?: bigint }[] = leaves;
  for (let level = 0, count = size; entries.length > 0; level += 1, count = Math.floor(count / WIDTH)) {
    const full: { hash: Uint8Array }[] = [];
    let place = Math.floor(count / WIDTH);
    const found = partial.find((one) => one.level === level);
    let tile: Tile = found ? { ...found, hashes: [...found.hashes], positions: [...found.positions] } : emptyTile(level, place);
    for (const { hash, position } of entries) {
      tile.hashes.push(hash);
      if (position !== undefined) tile.positions.push(position);
      if (tile.hashes.length < WIDTH) continue;
      changed.push(tile);
      full.push({ hash: rootOf(sha256, tile.hashes) });
      place += 1;
      tile = emptyTile(level, place);
    }
    if (tile.hashes.length > 0) changed.push(tile);
    entries = full;
  }
  return changed;
};
const emptyTile = (level: number, place: number): Tile => ({ level, place, hashes: [], positions: [] });

/** Computes subtrees of a tree whose tiles `tileAt` reads; at most one tile for each level of the subtree's edge. */
export const nodeReader = (tileAt: (level: number, place: number) => Promise<Tile>) => {
  const nodeAt = async (from: number, to: number): Promise<Uint8Array> => {
    const size = to - from;
    const height = Math.log2(size);
    if (Number.isInteger(height) && from % size === 0) {
      const level = Math.floor(height / Math.log2(WIDTH));
      const below = WIDTH ** level;
      const first = from / below;
      const tile = await tileAt(level, Math.floor(first / WIDTH));
      const within = first % WIDTH;
      return subtree(sha256, tile.hashes)(within, within + size / below);
    }
    const middle = from + leftSize(size);
    return nodeHash(sha256, await nodeAt(from, middle), await nodeAt(middle, to));
  };
  return nodeAt;
};
