import type { ReactNode } from 'react';
import { Button } from '../marks/button.tsx';
import styles from './variables.module.css';

type Props = {
  label: string;
  /** As they are written in a text, and what each stands for. */
  variables: readonly { text: string; about: string }[];
  onChoose: (text: string) => void;
  children?: ReactNode;
};

/** The variables of a text, each a button that inserts it. */
export const Variables = ({ label, variables, onChoose, children }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box of its own
  <div className={styles.variables} role="group" aria-label={label}>
    {variables.map(({ text, about }) => (
      <Button key={text} small className={styles.variable!} title={about} onClick={() => onChoose(text)}>
        {text}
      </Button>
    ))}
    {children}
  </div>
);
