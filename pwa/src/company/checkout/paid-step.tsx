import { limits } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './checkout.module.css';

type Props = {
  /** The new due date, as it is shown. */
  until: string;
  onDone: () => void;
};

const SECOND = 1_000;

/** The payment has arrived: says until when the licence is renewed, and goes on after four seconds. */
export const PaidStep = ({ until, onDone }: Props) => {
  const { t } = useTexts('checkout');
  const [left, setLeft] = useState(limits.renewalMessageMs / SECOND);
  const newest = useRef(onDone);
  newest.current = onDone;
  useEffect(() => {
    if (left === 0) return newest.current();
    const timer = setTimeout(() => setLeft(left - 1), SECOND);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div className={styles.paid}>
      <span className={styles.check}>
        <Icon of={Check} size="large" />
      </span>
      <b role="status">{t('renewed', { date: until })}</b>
      <span>{t('goingOn', { seconds: left })}</span>
    </div>
  );
};
