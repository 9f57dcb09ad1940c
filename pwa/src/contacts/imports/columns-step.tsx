import type { ImportColumns, ImportView } from '@prosa/contracts';
import { useState } from 'react';
import { Field } from '../../ui/fields/field.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { FileBox } from './file-box.tsx';
import styles from './import-dialog.module.css';
import type { Importing } from './use-import.ts';
import { useImportWords } from './use-import-words.ts';

type Props = { importing: Importing; view: ImportView; refusal: string | null; onClose: () => void };
const FIELDS = ['name', 'number', 'email'] as const;
const NONE = 'none';

/** Which column holds what, with the first rows of the file; then a dry run. */
export const ColumnsStep = ({ importing, view, refusal, onClose }: Props) => {
  const words = useImportWords();
  const [chosen, setChosen] = useState<Partial<ImportColumns>>(view.columns ?? {});
  const [isAsked, setAsked] = useState(false);
  const width = Math.max(view.header?.length ?? 0, ...view.sample.map((cells) => cells.length));
  const names = Array.from({ length: width }, (_, at) => view.header?.[at]?.trim() || words('column', { n: at + 1 }));
  const items = names.map((name, at) => ({ id: String(at), name }));
  const choose = (field: (typeof FIELDS)[number], id: string) =>
    setChosen((before) => ({ ...before, [field]: id === NONE ? null : Number(id) }));
  const { name, number, email = null } = chosen;
  const { sheets, sheet } = view;
  const check = () => {
    setAsked(true);
    if (name !== undefined && number !== undefined) void importing.start(view.id, { name, number, email }, true);
  };
  return (
    <Dialog
      title={words('title')}
      isOpen
      size="wide"
      keeps
      onClose={onClose}
      onSubmit={check}
      refusal={refusal}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={importing.isBusy}>
            {words('check')}
          </Button>
        </>
      }
    >
      <div className="form">
        <FileBox importing={importing} />
        {sheets.length > 1 && importing.turnTo && (
          <Field label={words('sheet')}>
            {(control) => (
              <Select
                label={words('sheet')}
                control={control}
                items={sheets.map((one, at) => ({ id: String(at), name: one || words('sheetNo', { n: at + 1 }) }))}
                chosen={String(sheet)}
                onChoose={(at) => importing.turnTo?.(Number(at))}
              />
            )}
          </Field>
        )}
        <div className={styles.fields}>
          {FIELDS.map((field) => (
            <Field
              key={field}
              label={words(`fields.${field}`)}
              error={isAsked && field !== 'email' && chosen[field] === undefined ? words('chooseColumn') : undefined}
            >
              {(control) => (
                <Select
                  label={words(`fields.${field}`)}
                  control={control}
                  items={field === 'email' ? [{ id: NONE, name: words('noColumn') }, ...items] : items}
                  chosen={field === 'email' && email === null ? NONE : String(chosen[field] ?? '')}
                  onChoose={(id) => choose(field, id)}
                />
              )}
            </Field>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by the keyboard */}
        <section className={styles.scroll} aria-label={words('sample')} tabIndex={0}>
          <table className={`${styles.table} ${styles.sample}`}>
            <caption>{words('sample')}</caption>
            <thead>
              <tr>
                {items.map((item) => (
                  <th key={item.id}>{item.name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {view.sample.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other name and never change
                <tr key={row}>
                  {items.map((item, at) => (
                    <td key={item.id}>{cells[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Dialog>
  );
};
