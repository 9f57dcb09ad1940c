import { quickMessages } from '@prosa/contracts/schemas';
import Zap from 'lucide-react/icons/zap';
import { recordScreen } from '../records/record-screen.tsx';

export const screen = recordScreen({
  record: quickMessages,
  icon: Zap,
  columns: [{ field: 'shortcode' }, { field: 'message', isWide: true }],
  fields: [{ field: 'shortcode' }, { field: 'message', as: 'area' }],
  confirms: true,
});
