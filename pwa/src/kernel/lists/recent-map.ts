/**
 * A map that forgets its oldest entry when it has more than `max`; an entry that is set again is the newest. (lru-cache is for the services:
 * here it would add more to a screen than this class.)
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#max) this.delete(this.keys().next().value!);
    return this;
  }
}
