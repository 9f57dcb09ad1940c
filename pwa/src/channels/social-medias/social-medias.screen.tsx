import { socialMedias } from '@prosa/contracts/schemas';
import Share2 from 'lucide-react/icons/share-2';
import { recordScreen } from '../../records/record-screen.tsx';
import { Tag } from '../../ui/marks/tag.tsx';

export const screen = recordScreen({
  record: socialMedias,
  icon: Share2,
  columns: [
    { field: 'name', cell: ({ name, color }) => <Tag name={name} color={color} /> },
    { field: 'message', isWide: true },
    { field: 'ref', isMinor: true, cell: ({ ref }) => ref, onPhone: 'nowhere' },
  ],
  fields: [
    { field: 'name' },
    { field: 'color', as: 'color' },
    { field: 'message', as: 'area', hinted: true },
    { field: 'ref', hinted: true },
  ],
  confirms: true,
});
