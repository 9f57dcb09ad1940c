import Check from 'lucide-react/icons/check';
import { useMemo, useState } from 'react';
import { hasWords } from '../../kernel/i18n/searchable.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { SearchedOptions } from '../fields/options.tsx';
import { Icon } from '../marks/icon.tsx';
import { Dot } from '../marks/tag.tsx';

/** Lists of at most this length need no visible search field: it is hidden and only takes the keys. */
const FEW = 8;

export type Choice = { id: string; name: string; color?: string; detail?: string };
export type PickerListProps = {
  items: Choice[];
  label: string;
  isChosen: (choice: Choice) => boolean;
  onPick: (choice: Choice) => void;
  multiple: boolean;
  narrow: boolean;
};

/** The choices of a select, with a search field above. */
export const PickerList = ({ items, label, isChosen, onPick, multiple, narrow }: PickerListProps) => {
  const { t } = useTexts('ui');
  const [query, setQuery] = useState('');
  const found = useMemo(() => items.filter(({ name }) => hasWords(name, query)), [items, query]);
  return (
    <div className={`options ${narrow ? 'narrow' : ''}`}>
      <SearchedOptions
        label={label}
        searchLabel={`${t('search')}: ${label}`}
        placeholder={t('search')}
        isSmall={items.length <= FEW}
        query={query}
        onQuery={setQuery}
        items={found}
        itemKey={({ id }) => id}
        isChosen={isChosen}
        onChoose={onPick}
        multiple={multiple}
        render={(choice) => (
          <>
            {choice.color !== undefined && <Dot color={choice.color} />}
            <span className="grow">
              <span className="truncate">{choice.name}</span>
              {choice.detail && <small>{choice.detail}</small>}
            </span>
            {isChosen(choice) && <Icon of={Check} className="read" />}
          </>
        )}
      />
    </div>
  );
};
