import type { ChosenTemplate, MessageTemplate } from '@prosa/contracts';
import { createContext, useContext, useEffect, useState } from 'react';
import { TemplateChoice } from '../../../desk/composer/templates/template-choice.tsx';
import { useTemplates } from '../../../desk/composer/templates/use-templates.ts';
import type { FieldProps } from '../../../records/record.ts';
import { textIn, useWords, type Words } from '../../../records/use-words.ts';
import { Fault } from '../../../ui/fields/fault.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './form.module.css';
import { MessageVariables } from './message-fields.tsx';

type Context = {
  /** The connection whose templates are offered. */
  connectionId: string;
  /** The chosen template as the channel has approved it; null: not fetched yet, or not there any more. */
  details: MessageTemplate | null;
  onDetails: (template: MessageTemplate) => void;
};
export const TemplateContext = createContext<Context | null>(null);

/** The sentence that says what a category costs. */
export const priceOf = (words: Words, category: string): string =>
  textIn(words, `prices.${category.toUpperCase()}`) ?? words('prices.other', { category });

type FindProps = { connectionId: string; template: ChosenTemplate; onFound: (template: MessageTemplate) => void };

/** Looks for a chosen template among those of the connection. */
export const FindTemplate = ({ connectionId, template: { name, language }, onFound }: FindProps) => {
  const { templates } = useTemplates(connectionId, name);
  const found = templates.find((one) => one.name === name && one.language === language);
  useEffect(() => {
    if (found) onFound(found);
  }, [found, onFound]);
  return null;
};

/** The approved template with which a campaign begins, and its values, which may name variables. */
export const TemplateField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('campaigns');
  const context = useContext(TemplateContext);
  const [isChoosing, setChoosing] = useState(false);
  const template = value as ChosenTemplate | null;
  if (!context) return null;
  const { connectionId, details, onDetails } = context;
  const choose = (chosen: MessageTemplate) => {
    onDetails(chosen);
    onChange({ name: chosen.name, language: chosen.language, values: Array.from({ length: chosen.values }, () => '') });
    setChoosing(false);
  };
  return (
    <div className={styles.template}>
      <Field label={label} error={template === null ? error : undefined}>
        {(control) =>
          template === null ? (
            <Button {...control} onClick={() => setChoosing(true)}>
              {words('template.choose')}
            </Button>
          ) : (
            <div className={styles.chosen}>
              <span>
                <b className="truncate">{template.name.replaceAll('_', ' ')}</b>
                <small>
                  {template.language.replace('_', '-')}
                  {details && ` · ${priceOf(words, details.category)}`}
                </small>
              </span>
              <Button {...control} small onClick={() => setChoosing(true)}>
                {words('template.other')}
              </Button>
            </div>
          )
        }
      </Field>
      {template && template.values.length > 0 && (
        <TemplateValues values={template.values} error={error} onChange={(values) => onChange({ ...template, values })} />
      )}
      {isChoosing && <ChoiceDialog connectionId={connectionId} onChoose={choose} onClose={() => setChoosing(false)} />}
    </div>
  );
};

type ValuesProps = { values: string[]; error: string | undefined; onChange: (values: string[]) => void };

/** The values of a template; a variable goes into the one that had the focus last. */
const TemplateValues = ({ values, error, onChange }: ValuesProps) => {
  const words = useWords('campaigns');
  const [last, setLast] = useState(0);
  return (
    <>
      {values.map((value, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value has only its number
        <Field key={nth} label={words('template.value', { nth: nth + 1 })}>
          {(control) => (
            <TextInput
              {...control}
              {...(error && value.trim() === '' ? { 'aria-invalid': true } : {})}
              dir="auto"
              maxLength={1_024}
              value={value}
              onFocus={() => setLast(nth)}
              onChange={({ target }) => onChange(values.with(nth, target.value))}
            />
          )}
        </Field>
      ))}
      {error && <Fault>{error}</Fault>}
      <MessageVariables onChoose={(text) => onChange(values.with(last, `${values[last]}${text}`))} />
    </>
  );
};

type ChoiceProps = { connectionId: string; onChoose: (template: MessageTemplate) => void; onClose: () => void };

const ChoiceDialog = ({ connectionId, onChoose, onClose }: ChoiceProps) => {
  useReturnFocus();
  const words = useWords('campaigns');
  return (
    <Dialog title={words('template.choose')} isOpen size="medium" onClose={onClose}>
      <TemplateChoice connectionId={connectionId} onChoose={onChoose} />
    </Dialog>
  );
};
