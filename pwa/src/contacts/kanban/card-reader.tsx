import type { CardView } from '@prosa/contracts';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { useWords } from '../../records/use-words.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './kanban.module.css';
import { cardName } from './names.ts';

/** What stands on a card, for who reads the board only. */
export const CardReader = ({ card, onClose }: { card: CardView; onClose: () => void }) => {
  const words = useWords('kanban');
  const amount = (cents: number | null) => (cents === null ? '–' : formatMoney(cents));
  const rows = [
    ['description', card.description || '–'],
    ['budgetedValue', amount(card.budgetedValue)],
    ['negotiatedValue', amount(card.negotiatedValue)],
    ['observation', card.observation || '–'],
  ] as const;
  return (
    <Dialog title={cardName(card)} isOpen onClose={onClose} footer={<Button onClick={onClose}>{words('close')}</Button>}>
      <dl className={styles.reader}>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
