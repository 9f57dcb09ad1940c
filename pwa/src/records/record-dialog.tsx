import { zodResolver } from '@hookform/resolvers/zod';
import { newId } from '@prosa/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import type { z } from 'zod';
import { errorText } from '../i18n/error-text.ts';
import type { Failure } from '../kernel/api-error.ts';
import { useAct } from '../kernel/use-act.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import type { Item, RecordDefinition, RecordProps } from './record.ts';
import { RecordField } from './record-field.tsx';
import type { Values } from './record-list.ts';
import type { Words } from './use-words.ts';

type Props = RecordProps & {
  words: Words;
  /** Left out: a new one. */
  item?: Item;
  onClose: () => void;
};

/** The form's part of the record's schema. */
const schemaOf = ({ record, fields }: RecordDefinition) =>
  record.fields.pick(Object.fromEntries(fields.map(({ field }) => [field, true])) as Record<string, never>) as z.ZodType<
    Values,
    Values
  >;

/** What the form begins with: the record's own values, else the schema's defaults, else nothing. */
const beginOf = ({ record, fields }: RecordDefinition, item: Item | undefined): Values =>
  Object.fromEntries(
    fields.map(({ field }) => {
      if (item) return [field, (item as Values)[field]];
      const { data } = (record.fields.shape[field] as z.ZodType).safeParse(undefined);
      return [field, data ?? ''];
    }),
  );

/** What is refused about a field, by field; the rest no field can say. */
const refusedOf = ({ record, fields }: RecordDefinition, failure: Failure | null) => {
  const known = fields.filter(({ field }) => failure?.fields[field] !== undefined);
  const unique = record.unique.find(({ code }) => code === failure?.code);
  const byField = Object.fromEntries(known.map(({ field }) => [field, failure!.fields[field]!]));
  if (failure && unique) byField[unique.field] = errorText(failure);
  return { byField, isSaid: Object.keys(byField).length > 0 };
};

/** What a schema says in the person's language, where it has words there; else as it is. */
const wordOf = (words: Words, wrong: string): string => {
  const key = `wrong.${wrong}`;
  const said = words(key);
  return said === key ? wrong : said;
};

/** Creates or changes a record. Fields are checked on leaving them; closing asks before it loses what was typed. */
export const RecordDialog = ({ definition, records, words, item, onClose }: Props) => {
  useReturnFocus();
  const dispatch = useDispatch();
  const [ref] = useState(newId);
  const [isAsking, setAsking] = useState(false);
  const { control, formState, handleSubmit } = useForm<Values>({
    resolver: zodResolver(schemaOf(definition)),
    defaultValues: beginOf(definition, item),
    mode: 'onTouched',
    shouldFocusError: false, // the dialog does
  });
  const { errors, dirtyFields, isDirty } = formState;
  const { isBusy, failure, forget } = useAct(
    item ? records.change.act({ id: item.id, values: {} }) : records.create.act({ ref, values: {} }),
    onClose,
  );
  const refused = refusedOf(definition, failure);

  const send = (values: Values) => {
    if (!item) return void dispatch(records.create.start({ ref, values }));
    const changed = Object.fromEntries(Object.entries(values).filter(([field]) => dirtyFields[field]));
    if (Object.keys(changed).length === 0) return onClose();
    dispatch(records.change.start({ id: item.id, values: changed }));
  };
  const handleClose = () => (isDirty && !isAsking ? setAsking(true) : onClose());
  return (
    <Dialog
      title={words(item ? 'edit' : 'add')}
      isOpen
      keeps
      onClose={handleClose}
      onSubmit={() => void handleSubmit(send)()}
      refusal={failure && !refused.isSaid ? errorText(failure) : null}
      footer={
        isAsking ? (
          <Loses words={words} onStay={() => setAsking(false)} onDiscard={onClose} />
        ) : (
          <>
            <Button className="way-out" onClick={handleClose}>
              {words('cancel')}
            </Button>
            <Button kind="primary" type="submit" steady={`save ${definition.record.name} ${item?.id ?? ''}`} busy={isBusy}>
              {words('save')}
            </Button>
          </>
        )
      }
    >
      <div className="form">
        {definition.fields.map(({ field, as }, at) => {
          const wrong = errors[field]?.message ?? refused.byField[field];
          return (
            <RecordField
              key={field}
              name={field}
              as={as ?? 'line'}
              label={words(`fields.${field}`)}
              error={wrong && wordOf(words, wrong)}
              isFirst={at === 0}
              control={control}
              onChanged={() => failure && forget()}
            />
          );
        })}
      </div>
    </Dialog>
  );
};

/** Whether to lose what was typed. Enter loses nothing, and goes back to where one was. */
const Loses = ({ words, onStay, onDiscard }: { words: Words; onStay: () => void; onDiscard: () => void }) => {
  useReturnFocus();
  return (
    <>
      <p className="foot-note" role="alert">
        {words('loses')}
      </p>
      <Button autoFocus onClick={onStay}>
        {words('stay')}
      </Button>
      <Button kind="danger" steady="discard record" onClick={onDiscard}>
        {words('discard')}
      </Button>
    </>
  );
};
