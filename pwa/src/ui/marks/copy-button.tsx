import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button, IconButton } from './button.tsx';

type Outcome = 'copied' | 'notCopied' | null;

/** Copies a text, and says so: as an icon (`label`) or as a button with `words`, by default "Copiar". */
export const CopyButton = ({ text, label, words }: { text: string; label?: string; words?: string }) => {
  const { t } = useTexts('ui');
  const [outcome, setOutcome] = useState<Outcome>(null);
  const handleClick = () =>
    void navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    );
  const icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      {label === undefined ? (
        <Button icon={icon} onClick={handleClick}>
          {words ?? t('copy')}
        </Button>
      ) : (
        <IconButton icon={icon} smallIcon label={label} onClick={handleClick} />
      )}
      <span role="status" className={label === undefined || outcome === 'notCopied' ? undefined : 'hidden-text'}>
        {outcome && t(outcome)}
      </span>
    </>
  );
};
