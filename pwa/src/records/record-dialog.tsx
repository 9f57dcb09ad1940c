import { zodResolver } from '@hookform/resolvers/zod';
import { newId } from '@prosa/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import type { z } from 'zod';
import type { Failure } from '../kernel/calls/api-error.ts';
import { isRefusal } from '../kernel/calls/command.saga.ts';
import { errorText } from '../kernel/calls/error-text.ts';
import { notified } from '../kernel/calls/toasts.slice.ts';
import { useAct } from '../kernel/calls/use-act.ts';
import { useOthersChanges } from '../kernel/use-others-changes.ts';
import { useReturnFocus } from '../ui/hooks/use-return-focus.ts';
import { Button } from '../ui/marks/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { FormDefinition, FormProps, Item, RecordProps } from './record.ts';
import { RecordField } from './record-field.tsx';
import type { Values } from './record-list.ts';
import { textIn, type Words } from './use-words.ts';

type Props = Omit<FormProps, keyof RecordProps> & {
  definition: FormDefinition;
  records: Pick<RecordProps['records'], 'create' | 'change'>;
  /** The first values of a new record; default: the schema's own defaults. */
  begins?: Values;
  /** Content above and below the fields that is no field: what it changes is changed at once. */
  above?: ReactNode;
  below?: ReactNode;
  size?: 'small' | 'medium' | 'wide';
  /** The class of the fields' box, to arrange them. */
  arranged?: string | undefined;
  /** Arranges the fields itself, each by its name; `control` is the form's, to follow what is typed. */
  arrange?: ((field: (name: string) => ReactNode, control: Control<Values>) => ReactNode) | undefined;
  /** Faults by field that only the values together show, as texts below `wrong`. */
  check?: (values: Values) => Partial<Record<string, string>>;
  /** Called with the names of the fields that were refused when it was sent, here or by the server. */
  onFaults?: (names: string[]) => void;
  /** The words of the button that sends; default: the text `save`. */
  submitWords?: (control: Control<Values>) => ReactNode;
  /** The fields are hidden while something else is shown in their place. */
  isAside?: boolean;
  /** Something beside the fields would be lost by closing. */
  isUnsaved?: boolean;
  /** Saves that first when the dialog is saved; false: it could not, and the dialog stays. */
  finish?: () => Promise<boolean>;
};

/** The part of the record's schema that the form edits, with the checks of the values together. */
const schemaOf = ({ record, fields }: FormDefinition, check: Props['check']) => {
  const names = Object.fromEntries(fields.map(({ field }) => [field, true])) as Record<string, never>;
  const schema = record.fields.pick(names) as z.ZodObject as z.ZodType<Values, Values>;
  if (!check) return schema;
  return schema.superRefine((values, { addIssue }) => {
    for (const [field, message] of Object.entries(check(values))) addIssue({ code: 'custom', path: [field], message: message! });
  });
};

/** The form's initial values: the record's own, otherwise the schema's defaults, otherwise empty. */
const beginOf = ({ record, fields }: FormDefinition, item: Item | undefined, begins: Values = {}): Values =>
  Object.fromEntries(
    fields.map(({ field }) => {
      if (item) return [field, (item as Values)[field]];
      if (field in begins) return [field, begins[field]];
      const { data } = (record.fields.shape[field] as z.ZodType).safeParse(undefined);
      return [field, data === undefined ? '' : data];
    }),
  );

/**
 * The refusal's messages by field, and whether there are any: a reason of the error catalogue in its own words. A refusal without a field is
 * shown elsewhere.
 */
const refusedOf = ({ record, fields }: FormDefinition, failure: Failure | null) => {
  const known = fields.filter(({ field }) => failure?.fields[field] !== undefined);
  const unique = record.unique.find(({ code }) => code === failure?.code);
  const saidOf = (field: string) => (isRefusal(failure!) ? errorText(failure!) : failure!.fields[field]!);
  const byField = Object.fromEntries(known.map(({ field }) => [field, saidOf(field)]));
  if (failure && unique) byField[unique.field] = errorText(failure);
  return { byField, isShownAtField: Object.keys(byField).length > 0 };
};

/** A schema's message in the person's language, if there is a text for it; otherwise unchanged. */
const wordOf = (words: Words, wrong: string): string => textIn(words, `wrong.${wrong}`) ?? wrong;

/**
 * Creates or changes a record. Fields are validated on blur; closing asks before it discards input. `item` follows the pushes: what others
 * change meanwhile is not overwritten without a word.
 */
export const RecordDialog = (props: Props) => {
  const { definition, records, words, item, given, begins, above, below, onClose } = props;
  const {
    size = 'small',
    arranged = '',
    isAside = false,
    isUnsaved = false,
    finish,
    arrange,
    check,
    onFaults,
    submitWords,
  } = props;
  useReturnFocus();
  const dispatch = useDispatch();
  const [ref] = useState(newId);
  const [isAsking, setAsking] = useState(false);
  const form = useForm<Values>({
    resolver: zodResolver(schemaOf(definition, check)),
    defaultValues: beginOf(definition, item, begins),
    mode: 'onTouched',
    shouldFocusError: false, // the dialog does it
  });
  const { control, handleSubmit } = form;
  const { errors, dirtyFields, isDirty } = form.formState;
  const [begun] = useState(() => beginOf(definition, item, begins));
  const others = useOthersChanges(form, item ? beginOf(definition, item) : begun);
  const { isBusy, failure, forget } = useAct(
    item ? records.change.act({ id: item.id, values: {} }) : records.create.act({ ref, values: {} }),
    () => {
      if (definition.confirms) dispatch(notified({ kind: 'ok', text: words('saved') }));
      onClose();
    },
  );
  const refused = refusedOf(definition, failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (failure) onFaults?.(Object.keys(refused.byField));
  }, [failure]);

  const send = (values: Values) => {
    if (!item) return void dispatch(records.create.start({ ref, values: { ...values, ...given } }));
    const changed = Object.fromEntries(Object.entries(values).filter(([field]) => dirtyFields[field]));
    if (Object.keys(changed).length === 0) return onClose();
    const { updatedAt: seenAt } = item as { updatedAt?: string };
    const seen = definition.record.guarded && seenAt !== undefined ? { seenAt } : {};
    dispatch(records.change.start({ id: item.id, values: { ...changed, ...seen } }));
  };
  const submit = async () => {
    if (isUnsaved && finish && !(await finish())) return;
    await handleSubmit(send, (wrong) => onFaults?.(Object.keys(wrong)))();
  };
  const fieldOf = (name: string) => {
    const at = definition.fields.findIndex(({ field }) => field === name);
    const { as, hinted } = definition.fields[at]!;
    const wrong =
      errors[name]?.message ??
      (errors[name] && 'inside') ??
      refused.byField[name] ??
      (others.fields.has(name) ? words('changed') : undefined);
    return (
      <RecordField
        key={name}
        name={name}
        as={as ?? 'line'}
        label={words(`fields.${name}`)}
        hint={hinted && words(`hints.${name}`)}
        error={wrong && wordOf(words, wrong)}
        isFirst={at === 0}
        control={control}
        onChanged={() => {
          others.seen(name);
          if (failure) forget();
        }}
      />
    );
  };
  const handleClose = () => ((isDirty || isUnsaved) && !isAsking ? setAsking(true) : onClose());
  return (
    <Dialog
      title={words(item ? 'edit' : 'add')}
      isOpen
      keeps
      size={size}
      onClose={handleClose}
      onSubmit={() => void submit()}
      refusal={failure && !refused.isShownAtField ? errorText(failure) : null}
      footer={
        isAsking ? (
          <Loses words={words} onStay={() => setAsking(false)} onDiscard={onClose} />
        ) : (
          <>
            <Button className="way-out" onClick={handleClose}>
              {words('cancel')}
            </Button>
            <Button kind="primary" type="submit" steady={`save ${definition.record.name} ${item?.id ?? ''}`} busy={isBusy}>
              {submitWords ? submitWords(control) : words('save')}
            </Button>
          </>
        )
      }
    >
      {above}
      <div className={arrange ? arranged : `form ${arranged}`} hidden={isAside}>
        {arrange ? arrange(fieldOf, control) : definition.fields.map(({ field }) => fieldOf(field))}
      </div>
      {below}
    </Dialog>
  );
};

/** Asks whether to discard the input. Enter discards nothing and returns to the form. */
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
