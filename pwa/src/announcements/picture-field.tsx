import type { AnnouncementView } from '@prosa/contracts';
import ImageIcon from 'lucide-react/icons/image';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { type Failure, failureOf } from '../kernel/api-error.ts';
import { useWords } from '../records/use-words.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './announcements.module.css';
import { pending, removePicture, sendPicture } from './pictures.ts';

const TYPES = '.png,.jpg,.jpeg,image/png,image/jpeg';

/** The picture of an announcement: one that exists gets it at once, a new one with its first saving. `onChanged`: the list asks again. */
export const PictureField = ({ item, onChanged }: { item: AnnouncementView | undefined; onChanged: () => void }) => {
  const words = useWords('announcements');
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
      onChanged();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | null) => {
    if (item && file) return void act(() => sendPicture(item.id, file));
    if (item) return void act(() => removePicture(item.id));
    setChosen(file);
    pending.file = file;
  };
  return (
    <div className="body">
      <div className={styles.media}>
        <Icon of={ImageIcon} size="large" />
        <div>
          <span className="truncate">{shown ?? words('noMedia')}</span>
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
        accept={TYPES}
        hidden
        onChange={({ target }) => {
          choose(target.files?.[0] ?? null);
          target.value = '';
        }}
      />
    </div>
  );
};
