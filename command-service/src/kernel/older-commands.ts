/** The commands that a stream carried out before those that are remembered in full (decision 5). */
export type OlderCommands = {
  readonly size: number;
  add(commandId: string, revision: bigint): void;
  /**
   * Revisions that may hold the command's last event: rarely more than one, because different ids may share a hash. The caller must check
   * there.
   */
  placesOf(commandId: string): bigint[];
};

const FIRST_SLOTS = 16;
const FULL = 0.75;

/**
 * A hash table of numbers: for each command 32 bits of its id and its revision, so 11 to 22 bytes per command instead of about 300. A lookup in a
 * stream of 100,000 commands is as fast as in one of ten.
 */
export const olderCommands = (): OlderCommands => {
  let slots = new Uint32Array(0);
  let size = 0;

  /** Slots are pairs: the id's bits, and the revision plus one, so that 0 marks an empty slot. */
  const put = (bits: number, place: number): void => {
    const last = slots.length / 2 - 1;
    let slot = bits & last;
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & last;
    slots[2 * slot] = bits;
    slots[2 * slot + 1] = place;
  };

  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(Math.max(2 * before.length, 2 * FIRST_SLOTS));
    for (let at = 0; at < before.length; at += 2) if (before[at + 1] !== 0) put(before[at]!, before[at + 1]!);
  };

  return {
    get size() {
      return size;
    },
    add: (commandId, revision) => {
      if (size >= (slots.length / 2) * FULL) grow();
      put(bitsOf(commandId), Number(revision) + 1);
      size += 1;
    },
    placesOf: (commandId) => {
      const places: bigint[] = [];
      if (size === 0) return places;
      const bits = bitsOf(commandId);
      const last = slots.length / 2 - 1;
      for (let slot = bits & last; slots[2 * slot + 1] !== 0; slot = (slot + 1) & last)
        if (slots[2 * slot] === bits) places.push(BigInt(slots[2 * slot + 1]! - 1));
      return places;
    },
  };
};

/** FNV-1a with a final mix of its low bits, because they select the slot. */
const bitsOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};
