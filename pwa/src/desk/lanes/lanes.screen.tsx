import { tags } from '@prosa/contracts/schemas';
import SquareKanban from 'lucide-react/icons/square-kanban';
import { recordScreen } from '../../records/record-screen.tsx';
import type { Screen } from '../../shell/feature.ts';
import { Tag } from '../../ui/marks/tag.tsx';

/** Sent with every new lane, and shown to nobody: it is what makes a tag a lane. */
const Unseen = () => null;

export const screen: Screen = recordScreen({
  record: {
    ...tags,
    name: 'lanes',
    listAs: 'tags',
    fields: tags.fields.extend({ kanban: tags.fields.shape.kanban.unwrap().default(1) }),
  },
  icon: SquareKanban,
  columns: [
    { field: 'name', cell: ({ name, color }) => <Tag name={name} color={color} /> },
    { field: 'contactCount', isNumber: true },
  ],
  fields: [{ field: 'name' }, { field: 'color', as: 'color' }, { field: 'kanban', as: Unseen }],
  query: { kanban: true },
  shows: ({ kanban }) => kanban === 1,
  confirms: true,
});
