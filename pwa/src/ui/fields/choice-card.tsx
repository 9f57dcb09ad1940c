import type { ReactNode, Ref } from 'react';
import styles from './choice-card.module.css';

/** The class of the fieldset around cards. With `data-invalid` their edges show it. */
export const choiceCards = styles.cards!;

type Props = {
  /** The same for all cards of a choice: arrow keys move between them. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** A line below the title. */
  about: ReactNode;
  /** At its end. */
  children?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** One of a few options, with a line about it. */
export const ChoiceCard = ({ name, checked, onChoose, title, about, children, ref }: Props) => (
  <label className={styles.card}>
    <input type="radio" name={name} ref={ref} checked={checked} onChange={onChoose} />
    <span className="grow">
      <b>{title}</b>
      <small>{about}</small>
    </span>
    {children}
  </label>
);
