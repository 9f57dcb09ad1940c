import type { Me, Permission } from '@prosa/contracts';
import type { ComponentType, ReactNode, Ref } from 'react';
import type { IconType } from '../ui/marks/icon.tsx';
import type { ItemOf, ListOptions, Records, ShownRecord, Values } from './record-list.ts';
import type { Words } from './use-words.ts';

/** A column of the table. On narrow screens the first is a row's title, numbers are at its end, the others below. */
export type Column<Item> = {
  /** Its heading is the text `columns.{field}`, or else `fields.{field}`. */
  field: keyof Item & string;
  /** Renders the cell; default: the value itself. Null: there is nothing to show, so that on narrow screens there is no line for it. */
  cell?: (item: Item) => ReactNode;
  isNumber?: boolean;
  /** Takes the remaining width; the first column does if none has this. */
  isWide?: boolean;
  /** Left out where a table is narrow. */
  isMinor?: true;
  /** On narrow screens: a row's title, instead of the first; at the end of its first line; or nowhere. */
  onPhone?: 'title' | 'end' | 'nowhere';
};

/** An act on one record: a button of its row, on narrow screens an entry of the row's menu. */
export type RowAct = {
  id: string;
  icon: IconType;
  /** In the menu. */
  label: string;
  /** On its own, so with the record's name. */
  title: string;
  danger?: boolean;
  /** It changes a state: in the table its label is shown. `call`: it is what the row waits for; a narrow row shows it where it is the only one. */
  shows?: 'label' | 'call';
  /** As of a button (pwa/README.md). */
  steady?: string;
  run: () => void;
};

/** A field of the form, labelled by the text `fields.{field}`. The record's schema validates it. */
export type FormField<Item> = {
  field: keyof Item & string;
  /** Default: one line; `area`: several lines. A component renders a field of its own kind. */
  as?: 'line' | 'area' | 'email' | 'color' | 'switch' | ComponentType<FieldProps>;
  /** Has a hint below, the text `hints.{field}`. */
  hinted?: true;
};
/** The props that a form passes to a field that renders itself. */
export type FieldProps = {
  name: string;
  label: string;
  /** In the person's language. */
  error: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
};

/**
 * The definition of a record's screen. Its texts are in the screen texts of the record's folder: `title`, `count_zero|one|other`, `add`,
 * `edit`, `search`, `empty`, `emptyHint`, `remove` (with `{{name}}`), `removeHint`, `fields.*`; with `sorts` also `orders.{by}-asc` and `-desc`.
 */
export type RecordDefinition<Definition extends ShownRecord = ShownRecord> = ListOptions<ItemOf<Definition>> & {
  record: Definition;
  icon: IconType;
  columns: Column<ItemOf<Definition>>[];
  fields: FormField<ItemOf<Definition>>[];
  /** The folder of its texts, if it is not the record's. */
  texts?: string;
  /** The company's plan limits their number: the head says it with the text `ofPlan` (`{{shown}}`, `{{most}}`, `{{plan}}`). */
  inPlan?: 'queues' | 'users';
  /** A hook: how many of them (of `all`) the plan counts, if not all, null while it is not known. Then those that it does not count can always be added. */
  useCounted?: (all: number) => number | null;
  /** The title of a record; default: the text of the first column. */
  nameOf?: (item: ItemOf<Definition>) => string;
  /** Shown before a row's lines on narrow screens. */
  picture?: (item: ItemOf<Definition>) => ReactNode;
  /** A form of its own, instead of `fields`. */
  dialog?: ComponentType<FormProps & { item?: ItemOf<Definition> }>;
  /** A hook: the title of the screen, null while it is not known; default: the text `title`. */
  useHeading?: () => string | null;
  /** Shown above the title: the way to where the screen belongs. */
  before?: ComponentType;
  /** Further buttons of the head, before the one that creates. */
  tools?: ComponentType;
  /** Shown between the head and the rows. */
  above?: ComponentType;
  /** Toasts with the texts `saved` and `removed` confirm what was done. */
  confirms?: true;
  /** Whether a user who may change or delete records may do so with this one; default: yes. */
  mayAct?: (does: 'change' | 'remove', item: ItemOf<Definition>, me: Me) => boolean;
  /** Whether the dialog only shows this one: it can no longer be changed. */
  isShownOnly?: (item: ItemOf<Definition>) => boolean;
  /** The permission to delete; default: the one to change. */
  mayRemove?: Permission;
  /** A hook: further acts on each row, and the dialogs that they open. `records` has each row as it is now. */
  useActs?: (records: Records<ItemOf<Definition>>) => { actsOf: (item: ItemOf<Definition>) => RowAct[]; shown: ReactNode };
};

/** A record of any kind. */
export type Item = ItemOf<ShownRecord>;
/** The props shared by the parts of a screen. */
export type RecordProps = { definition: RecordDefinition; records: Records<Item> };
/** The props of a form. `item` is omitted for a new record; `given`: what a new one has besides what is typed. */
export type FormProps = RecordProps & { words: Words; item?: Item; given?: Values; onClose: () => void };
/** The parts of a record's definition that a form needs. */
export type FormDefinition = Pick<RecordDefinition, 'confirms' | 'fields'> & {
  record: Pick<ShownRecord, 'name' | 'fields' | 'unique' | 'guarded'>;
};

/** A record's name: by default the text of the first column. */
export const nameOf = ({ columns, nameOf }: RecordDefinition, item: Item): string =>
  nameOf ? nameOf(item) : String((item as Record<string, unknown>)[columns[0]!.field] ?? '');

/** The folder of a record's texts: `quick-messages` for `quickMessages`. */
export const folderOf = ({ name }: ShownRecord): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
