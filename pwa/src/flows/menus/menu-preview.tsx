import { menuText } from '@prosa/contracts';
import { useState } from 'react';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import type { Step } from './menu.calls.ts';
import styles from './menu-editor.module.css';

const FIRST = 'first';
const flat = (steps: readonly Step[], path = ''): { id: string; name: string; step: Step }[] =>
  steps.flatMap((step) => {
    const name = path === '' ? `${step.option}` : `${path}.${step.option}`;
    return [{ id: step.id, name: `${name} ${step.title}`, step }, ...flat(step.children, name)];
  });

/** The text that the customer reads at a step, as it is sent. */
export const MenuPreview = ({ steps, greeting }: { steps: readonly Step[]; greeting: string }) => {
  const words = useWords('menus');
  const [chosen, setChosen] = useState(FIRST);
  const all = flat(steps);
  const step = all.find(({ id }) => id === chosen)?.step;
  const shown = step
    ? menuText(
        step.message,
        step.children.map(({ title }) => title),
        false,
      )
    : menuText(
        greeting,
        steps.map(({ title }) => title),
        true,
      );
  return (
    <section className={styles.preview} aria-label={words('preview')}>
      <Field label={words('preview')}>
        {(control) => (
          <Select
            control={control}
            label={words('preview')}
            items={[{ id: FIRST, name: words('firstStep') }, ...all.map(({ id, name }) => ({ id, name }))]}
            chosen={step ? chosen : FIRST}
            onChoose={setChosen}
          />
        )}
      </Field>
      <p className={styles.bubble} data-preview>
        {shown || words('nothing')}
        {step?.mediaType && <small>{step.mediaName ?? words(`kinds.${step.mediaType}`)}</small>}
      </p>
    </section>
  );
};
