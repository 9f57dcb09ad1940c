export { FilterDialog } from './filter-dialog.tsx';
export { FoundList } from './found-list.tsx';
export { SearchForm } from './search-form.tsx';
export { SelectionBar } from './selection-bar.tsx';
