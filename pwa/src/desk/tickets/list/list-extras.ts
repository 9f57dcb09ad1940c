export { FoundList } from '../found/found-list.tsx';
export { FilterDialog } from './filter-dialog.tsx';
export { SearchForm } from './search-form.tsx';
export { SelectionBar } from './selection-bar.tsx';
