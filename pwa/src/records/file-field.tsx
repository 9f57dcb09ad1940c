import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../kernel/calls/api-error.ts';
import { errorText } from '../kernel/calls/error-text.ts';
import { Button, IconButton } from '../ui/marks/button.tsx';
import { Icon, type IconType } from '../ui/marks/icon.tsx';
import styles from './file-field.module.css';
import { type FileCalls, type Filed, pending, removeFile, sendFile } from './record-file.ts';
import { useWords } from './use-words.ts';

type Props = {
  /** The folder of its texts: `noMedia`, `accepts`, `attach`, `detach` (with `{{name}}`). */
  texts: string;
  calls: FileCalls;
  item: Filed | undefined;
  icon: IconType;
  /** The types that the browser offers; default: any. */
  accept?: string;
  onChanged?: () => void;
  /** It stands among other fields, not below them. */
  isAmong?: boolean;
};

/** The file of a record: one that exists gets it at once, a new one with its first saving. */
export const FileField = ({ texts, calls, item, icon, accept, onChanged, isAmong = false }: Props) => {
  const words = useWords(texts);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [name, setName] = useState(item?.mediaName ?? null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setName(item?.mediaName ?? null), [item?.mediaName]);
  useEffect(() => {
    pending.file = null;
  }, []);
  const shown = item ? name : (chosen?.name ?? null);
  const act = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setFailure(null);
    try {
      setName(await work());
      onChanged?.();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | null) => {
    if (item && file) return void act(() => sendFile(calls, item.id, file));
    if (item) return void act(() => removeFile(calls, item.id));
    setChosen(file);
    pending.file = file;
  };
  return (
    <div className={isAmong ? '' : styles.field}>
      <div className={styles.file}>
        <Icon of={icon} size="large" />
        <div>
          <span className={`truncate ${shown === null ? styles.none : styles.named}`}>{shown ?? words('noMedia')}</span>
          <small>{words('accepts')}</small>
        </div>
        {shown === null ? (
          <Button small busy={isBusy} onClick={() => input.current?.click()}>
            {words('attach')}
          </Button>
        ) : (
          <IconButton icon={X} busy={isBusy} label={words('detach', { name: shown })} onClick={() => choose(null)} />
        )}
      </div>
      {failure && (
        <p className="error" role="alert">
          {errorText(failure)}
        </p>
      )}
      <input
        ref={input}
        type="file"
        {...(accept && { accept })}
        hidden
        onChange={({ target }) => {
          choose(target.files?.[0] ?? null);
          target.value = '';
        }}
      />
    </div>
  );
};

/** In a list: the name of a record's file, or that it has none. */
export const FileName = ({ name, none, icon }: { name: string | null; none: string; icon: IconType }) =>
  name === null ? (
    <span className={styles.none}>{none}</span>
  ) : (
    <span className="with-dot">
      <Icon of={icon} />
      <span className="truncate">{name}</span>
    </span>
  );
