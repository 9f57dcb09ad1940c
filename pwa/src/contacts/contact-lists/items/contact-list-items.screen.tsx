import {
  ContactListItemView,
  contactListItemEmbeds,
  contactListItemForm,
  contactListItemRoutes,
  findsContact,
} from '@prosa/contracts/schemas';
import ListChecks from 'lucide-react/icons/list-checks';
import { fork } from 'redux-saga/effects';
import type { ShownRecord } from '../../../records/record-list.ts';
import { recordScreen } from '../../../records/record-screen.tsx';
import type { Screen } from '../../../shell/feature.ts';
import { watchImports } from '../../imports/imports.saga.ts';
import { importsSlice } from '../../imports/imports.slice.ts';
import { RunningImports } from '../../imports/running-imports.tsx';
import { ItemNumber, ItemTitle, ItemValidity } from './item-cells.tsx';
import { ItemTools } from './item-tools.tsx';
import { OfList, useListName, WayToLists } from './list-name.tsx';

/** Items of a list in the shape of a record. They are none: each number stands in a list once. */
const record = {
  name: 'contactListItems',
  listAs: 'contacts',
  channel: 'contact-list-item',
  orderBy: ['name'],
  searchIn: ['name', 'number', 'email'],
  unique: [{ field: 'number', code: 'ERR_DUPLICATED_LIST_ITEM' }],
  fields: contactListItemForm,
  view: ContactListItemView,
  routes: contactListItemRoutes,
  may: { write: 'contact-lists:write' },
} satisfies ShownRecord;

const items = recordScreen({
  record,
  texts: 'contact-list-items',
  icon: ListChecks,
  within: 'contactListId',
  byCursor: true,
  columns: [
    { field: 'name', cell: (item) => <ItemTitle item={item} /> },
    { field: 'number', cell: (item) => <ItemNumber item={item} /> },
    { field: 'email', onPhone: 'nowhere' },
    { field: 'isWhatsappValid', cell: (item) => <ItemValidity item={item} />, onPhone: 'end' },
  ],
  fields: [{ field: 'name' }, { field: 'number', hinted: true }, { field: 'email', as: 'email' }],
  finds: findsContact,
  embeds: contactListItemEmbeds,
  nameOf: ({ name, number }) => name ?? number ?? '',
  confirms: true,
  useHeading: useListName,
  before: WayToLists,
  tools: ItemTools,
  above: RunningImports,
});

export const screen: Screen = {
  ...items,
  element: <OfList>{items.element}</OfList>,
  slices: [...(items.slices ?? []), importsSlice],
  speaks: [...(items.speaks ?? []), 'imports', 'contact-list-items', 'contact-lists'],
  *saga() {
    yield fork(watchImports);
    if (items.saga) yield* items.saga();
  },
};
