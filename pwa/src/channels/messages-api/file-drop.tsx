import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { FieldControl } from '../../ui/fields/field.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './messages-api.module.css';

type Props = { control: FieldControl; name: string; file: File | null; onChange: (file: File | null) => void };

/** A place for one file, which is chosen or dropped there. */
export const FileDrop = ({ control, name, file, onChange }: Props) => {
  const { t } = useTexts('messages-api');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <div className={styles.file}>
      <button
        {...control}
        type="button"
        name={name}
        className={`${styles.drop} ${isOver ? styles.over : ''}`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onChange(event.dataTransfer.files[0] ?? file);
        }}
      >
        <Icon of={Paperclip} />
        <span className="truncate">{file ? file.name : t('chooseFile')}</span>
      </button>
      {file && <IconButton icon={X} label={t('removeFile', { name: file.name })} onClick={() => onChange(null)} />}
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          if (target.files?.[0]) onChange(target.files[0]);
          target.value = '';
        }}
      />
    </div>
  );
};
