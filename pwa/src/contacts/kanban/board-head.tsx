import { limits } from '@prosa/contracts';
import ChartColumn from 'lucide-react/icons/chart-column';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { labelsOf, tags } from '../../desk/tags/tags.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MultiSelect } from '../../ui/overlays/select.tsx';
import { type BoardFilter, filterChosen, selectBoard } from './board.slice.ts';
import styles from './kanban.module.css';

/** The title of the board, what filters it, and the ways to its report and to its lanes. */
export const BoardHead = () => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const { filter } = useSelector(selectBoard);
  const people = users.useAll().map(({ id, name }) => ({ id, name: name ?? '' }));
  const labels = labelsOf(tags.useAll()).map(({ id, name, color }) => ({ id, name, color }));
  const choose = (changes: Partial<BoardFilter>) => dispatch(filterChosen({ ...filter, ...changes }));
  return (
    <header className={styles.head}>
      <h1>{words('title')}</h1>
      <div className={styles.filters}>
        <Find />
        <MultiSelect
          label={words('attendants')}
          items={[{ id: 'none', name: words('nobody') }, ...people]}
          chosen={filter.userIds}
          onChoose={(userIds) => choose({ userIds })}
        >
          {filter.userIds.length === 0 ? words('attendants') : words('attendantsChosen', { count: filter.userIds.length })}
        </MultiSelect>
        <MultiSelect label={words('tags')} items={labels} chosen={filter.tagIds} onChoose={(tagIds) => choose({ tagIds })}>
          {filter.tagIds.length === 0 ? words('tags') : words('tagsChosen', { count: filter.tagIds.length })}
        </MultiSelect>
      </div>
      <nav className={styles.ways} aria-label={words('title')}>
        <Link className="button" to="/Kanban/report">
          <Icon of={ChartColumn} />
          {words('report')}
        </Link>
        <Link className="button" to="/TagsKanban">
          <Icon of={Settings} />
          {words('columns')}
        </Link>
      </nav>
    </header>
  );
};

/** The search, sent when the typing pauses. */
const Find = () => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const { filter } = useSelector(selectBoard);
  const [text, setText] = useState(filter.searchParam);
  useEffect(() => {
    const searchParam = text.trim();
    if (searchParam === filter.searchParam) return;
    const timer = setTimeout(() => dispatch(filterChosen({ ...filter, searchParam })), limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text, filter, dispatch]);
  return (
    <div className={styles.find}>
      <TextInput
        type="search"
        icon={Search}
        aria-label={words('search')}
        placeholder={words('searchIn')}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
};
