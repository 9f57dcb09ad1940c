import type { ContactListItemView } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import CircleHelp from 'lucide-react/icons/circle-help';
import X from 'lucide-react/icons/x';
import { useWords } from '../../../records/use-words.ts';
import { useIsListed } from '../../../ui/hooks/use-media.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { readableNumber } from '../../contacts/number.ts';
import { OptedOut } from '../../contacts/opted-out.tsx';
import styles from './item-cells.module.css';

type Props = { item: ContactListItemView };

/** The name, marked if the person wants no campaigns. */
export const ItemTitle = ({ item: { name, optedOutAt } }: Props) => {
  const words = useWords('contact-list-items');
  return (
    <span className={styles.title}>
      <span className="truncate">{name ?? words('forgotten')}</span>
      {optedOutAt && <OptedOut at={optedOutAt} />}
    </span>
  );
};

export const ItemNumber = ({ item: { number } }: Props) => (number === null ? null : readableNumber(number));

/** Whether the number is on WhatsApp; on narrow screens in one sign. */
export const ItemValidity = ({ item: { isWhatsappValid } }: Props) => {
  const words = useWords('contact-list-items');
  const isListed = useIsListed();
  const [icon, text, style] =
    isWhatsappValid === null
      ? ([CircleHelp, 'unknown', styles.unknown] as const)
      : isWhatsappValid
        ? ([Check, 'valid', styles.valid] as const)
        : ([X, 'invalid', styles.invalid] as const);
  if (isListed) return <Icon of={icon} size="tiny" label={words(`${text}Long`)} />;
  return (
    <span className={`${styles.validity} ${style}`}>
      <Icon of={icon} size="tiny" />
      {words(text)}
    </span>
  );
};
