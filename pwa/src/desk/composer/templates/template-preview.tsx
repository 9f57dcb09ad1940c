import type { MessageTemplate } from '@prosa/contracts';
import { filledTemplate } from '@prosa/contracts/channels';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import styles from './template-dialog.module.css';

/** The message as the customer will see it. */
export const TemplatePreview = ({ template, values }: { template: MessageTemplate; values: readonly string[] }) => {
  const { t } = useTexts('composer');
  return (
    <section className={styles.preview} aria-label={t('template.preview')}>
      <p dir="auto">{filledTemplate(template, values)}</p>
      {template.buttons.length > 0 && (
        <ul className={styles.buttons}>
          {template.buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
    </section>
  );
};
