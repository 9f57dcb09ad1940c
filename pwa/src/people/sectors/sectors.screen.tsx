import { sectors } from '@prosa/contracts/schemas';
import Building2 from 'lucide-react/icons/building-2';
import { recordScreen } from '../../records/record-screen.tsx';
import { Tag } from '../../ui/marks/tag.tsx';

export const screen = recordScreen({
  record: sectors,
  icon: Building2,
  columns: [{ field: 'name', cell: ({ name, color }) => <Tag name={name} color={color} /> }, { field: 'color' }],
  fields: [{ field: 'name' }, { field: 'color', as: 'color' }],
  confirms: true,
});
