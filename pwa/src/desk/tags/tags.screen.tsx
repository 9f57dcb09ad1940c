import { tags } from '@prosa/contracts/schemas';
import TagIcon from 'lucide-react/icons/tag';
import { recordScreen } from '../../records/record-screen.tsx';
import { Dot } from '../../ui/marks/tag.tsx';

/** The labels; lanes of the board are not among them. */
export const screen = recordScreen({
  record: tags,
  icon: TagIcon,
  columns: [
    {
      field: 'name',
      cell: ({ name, color }) => (
        <span className="with-dot">
          <Dot color={color} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    { field: 'color' },
    { field: 'ticketsCount', isNumber: true },
    { field: 'contactCount', isNumber: true },
  ],
  fields: [{ field: 'name' }, { field: 'color', as: 'color' }],
  shows: ({ kanban }) => kanban === 0,
  confirms: true,
});
