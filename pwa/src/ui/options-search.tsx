import Search from 'lucide-react/icons/search';
import { TextInput } from './text-input.tsx';
import type { useOptions } from './use-options.ts';

type Props<Item> = {
  /** Read aloud; `placeholder` is what is seen. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  options: ReturnType<typeof useOptions<Item>>;
};

/** The field above a list of options: it has the focus and steers them. */
export const OptionsSearch = <Item,>({ label, placeholder, query, onQuery, options }: Props<Item>) => (
  <TextInput
    icon={Search}
    role="combobox"
    aria-label={label}
    aria-expanded="true"
    aria-controls={options.listId}
    aria-activedescendant={options.activeId}
    placeholder={placeholder}
    autoFocus
    value={query}
    onChange={({ target }) => onQuery(target.value)}
    onKeyDown={options.handleKeyDown}
  />
);
