import type { TagView } from '@prosa/contracts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { searchable } from '../../../kernel/i18n/searchable.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { SearchedOptions } from '../../../ui/fields/options.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dot } from '../../../ui/marks/tag.tsx';
import { createTag } from '../../tags/tags.commands.ts';
import { labelsOf, tags } from '../../tags/tags.slice.ts';

/** Minimum length of a new tag's name. */
const NAME_MIN = 3;

type Props = {
  ticketId: string;
  chosen: string[];
  /** The ticket cannot be closed without a tag. */
  isNeeded?: boolean;
  onAdd: (id: string) => void;
  onDone: () => void;
};
type Option = Pick<TagView, 'id' | 'name' | 'color'> | { create: string };

/** Finds a tag to add, or creates a new one. */
export const TagPicker = ({ ticketId, chosen, isNeeded = false, onAdd, onDone }: Props) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const labels = labelsOf(tags.useAll());
  const [query, setQuery] = useState('');
  const name = query.trim();
  const found = labels.filter((tag) => !chosen.includes(tag.id) && searchable(tag.name).includes(searchable(name)));
  const isKnown = useSelector(tags.selectState).status === 'ready'; // otherwise an existing tag might be created again
  const isNew = isKnown && name.length >= NAME_MIN && !labels.some((tag) => searchable(tag.name) === searchable(name));
  const items: Option[] = isNew ? [...found, { create: name }] : found;
  const choose = (option: Option) => {
    if ('create' in option) dispatch(createTag.start({ name: option.create, ticketId }));
    else onAdd(option.id);
    setQuery('');
    onDone();
  };
  return (
    <div className="options narrow tag-picker">
      {isNeeded && (
        <p className="error needed" role="alert">
          <Icon of={CircleAlert} />
          {t('tagRequired')}
        </p>
      )}
      <SearchedOptions<Option>
        label={t('tags')}
        searchLabel={t('findTag')}
        placeholder={t('findTag')}
        query={query}
        onQuery={setQuery}
        none={name ? t('noTag', { name }) : t('noMoreTags')}
        items={items}
        itemKey={(option) => ('create' in option ? 'create' : option.id)}
        onChoose={choose}
        render={(option) =>
          'create' in option ? (
            <>
              <Icon of={Plus} />
              <span className="grow truncate">{t('createTag', { name: option.create })}</span>
            </>
          ) : (
            <>
              <Dot color={option.color} />
              <span className="grow truncate">{option.name}</span>
            </>
          )
        }
      />
    </div>
  );
};
