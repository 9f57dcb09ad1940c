import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import { IconButton } from '../ui/marks/button.tsx';
import { MenuButton } from '../ui/overlays/menu.tsx';
import type { Item } from './record.ts';
import { isSame, type Order, type Sort } from './record-order.ts';
import type { Words } from './use-words.ts';

type Props = { words: Words; sorts: readonly Sort<Item>[]; order: Order; onOrder: (order: Order) => void };

/** Chooses the order on narrow screens, where lists have no column heads. */
export const OrderButton = ({ words, sorts, order, onOrder }: Props) => {
  const orders = sorts.flatMap(({ by, begins = 'asc' }): Order[] => [
    { by, direction: begins },
    { by, direction: begins === 'asc' ? 'desc' : 'asc' },
  ]);
  const nameOf = ({ by, direction }: Order) => words(`orders.${by}-${direction}`);
  const label = words('order', { order: nameOf(order) });
  return (
    <MenuButton
      label={words('chooseOrder')}
      entries={orders.map((one) => ({
        id: `${one.by}-${one.direction}`,
        label: nameOf(one),
        checked: isSame(one, order),
        run: () => onOrder(one),
      }))}
    >
      {(trigger) => <IconButton {...trigger} icon={ArrowDownUp} label={label} />}
    </MenuButton>
  );
};
