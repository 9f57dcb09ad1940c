import { useId } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { type Example, type ExampleLanguage, exampleIn } from './examples.ts';
import styles from './messages-api.module.css';

type Props = {
  title: string;
  language: ExampleLanguage;
  example: Example;
  /** The token is shown as dots; what is copied has it. */
  isTokenHidden: boolean;
};

/** The typed call as a program that can be copied and run. */
export const ExampleBox = ({ title, language, example, isTokenHidden }: Props) => {
  const { t } = useTexts('messages-api');
  const id = useId();
  const shown = isTokenHidden ? { ...example, token: '•'.repeat(12) } : example;
  return (
    <figure className={styles.box} aria-labelledby={id}>
      <figcaption>
        <span id={id}>{title}</span>
        <CopyButton text={exampleIn(language, example)} label={t('copyExample', { title })} />
      </figcaption>
      <pre>{exampleIn(language, shown)}</pre>
    </figure>
  );
};
