import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { users } from '../../../people/users/users.slice.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { MultiSelect } from '../../../ui/overlays/select.tsx';
import { labelsOf, tags } from '../../tags/tags.slice.ts';
import { selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import styles from './search-form.module.css';

/** Searches by words, tags and, for administrators, attendants. */
export const SearchForm = () => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  const isAdmin = useSelector(selectMe)?.profile === 'admin';
  const { text, tagIds, userIds } = useSelector(selectView);
  const labels = labelsOf(useSelector(tags.selectAll));
  const people = useSelector(users.selectAll);
  useEffect(() => {
    dispatch(tags.wanted());
    if (isAdmin) dispatch(users.wanted());
  }, [dispatch, isAdmin]);
  useEffect(() => field.current?.focus(), []);
  const namesOf = (ids: string[], all: { id: string; name: string | null }[], none: string) =>
    ids.length === 0 ? none : ids.map((id) => all.find((one) => one.id === id)?.name ?? '…').join(', ');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a form, so that Enter submits */}
      <form className={styles.searchForm} role="search" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          ref={field}
          icon={Search}
          type="search"
          aria-label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          value={text}
          onChange={({ target }) => dispatch(viewChanged({ text: target.value }))}
        />
        <MultiSelect
          label={t('tags')}
          items={labels.map(({ id, name, color }) => ({ id, name, color }))}
          chosen={tagIds}
          onChoose={(ids) => dispatch(viewChanged({ tagIds: ids }))}
        >
          <span className="truncate">
            {t('tags')}: <span className="value">{namesOf(tagIds, labels, t('allTags'))}</span>
          </span>
        </MultiSelect>
        {isAdmin && (
          <MultiSelect
            label={t('users')}
            items={people.map(({ id, name }) => ({ id, name: name ?? '' }))}
            chosen={userIds}
            onChoose={(ids) => dispatch(viewChanged({ userIds: ids }))}
          >
            <span className="truncate">
              {t('users')}: <span className="value">{namesOf(userIds, people, t('allUsers'))}</span>
            </span>
          </MultiSelect>
        )}
      </form>
    </>
  );
};
