import type { ReactNode } from 'react';
import type { IconType } from '../ui/icon.tsx';
import type { ItemOf, Records, ShownRecord } from './record-list.ts';

/** A column of the table. On phones the first is a row's title, numbers stand at its end, the others below. */
export type Column<Item> = {
  /** Its heading is the text `fields.{field}`. */
  field: keyof Item & string;
  /** What stands in it; left out: the value itself. */
  cell?: (item: Item) => ReactNode;
  isNumber?: boolean;
  /** Takes what room there is; the first does, where none is told to. */
  isWide?: boolean;
};

/** A field of the form, its label the text `fields.{field}`. What may stand in it the record's schema says. */
export type FormField<Item> = {
  field: keyof Item & string;
  /** One line unless told; `area` are several. */
  as?: 'line' | 'area' | 'color' | 'switch';
};

/**
 * All that a record's screen is made of. Its words stand in the screen's texts of the record's folder: `title`,
 * `count_zero|one|other`, `add`, `edit`, `search`, `empty`, `emptyHint`, `remove` (with `{{name}}`), `removeHint`, `fields.*`.
 */
export type RecordDefinition<Definition extends ShownRecord = ShownRecord> = {
  record: Definition;
  icon: IconType;
  columns: Column<ItemOf<Definition>>[];
  fields: FormField<ItemOf<Definition>>[];
  /** What the list calls its own of what is pushed, as GET answers it; left out: all. */
  shows?: (item: ItemOf<Definition>) => boolean;
};

/** A record of any kind. */
export type Item = ItemOf<ShownRecord>;
/** What the parts of a screen stand on. */
export type RecordProps = { definition: RecordDefinition; records: Records<Item> };

/** What the first column says, to name a record by. */
export const nameOf = ({ columns }: RecordDefinition, item: Item): string =>
  String((item as Record<string, unknown>)[columns[0]!.field] ?? '');

/** Where a record's words are: `quickMessages` in `quick-messages`. */
export const folderOf = ({ name }: ShownRecord): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
