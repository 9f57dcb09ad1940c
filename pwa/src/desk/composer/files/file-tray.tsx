import { limits } from '@prosa/contracts';
import { type Abilities, beginningOf, carriedAs } from '@prosa/contracts/channels';
import FileText from 'lucide-react/icons/file-text';
import Music from 'lucide-react/icons/music';
import Plus from 'lucide-react/icons/plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import Video from 'lucide-react/icons/video';
import { type ClipboardEvent, useState } from 'react';
import { formatBytes } from '../../../kernel/i18n/sizes.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './file-tray.module.css';
import { pastedFiles } from './pasted-files.ts';
import type { Attached } from './use-attached.ts';

type Props = {
  /** The recipient's name. */
  to: string;
  /** The abilities of the channel. */
  abilities: Abilities;
  attached: Attached[];
  onChoose: () => void;
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
  onCaption: (key: string, caption: string) => void;
  onSend: () => void;
  onClose: () => void;
};

/** Shows the chosen files one by one, each with its caption, before they are sent. */
export const FileTray = ({ to, abilities, attached, onChoose, onAdd, onRemove, onCaption, onSend, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('composer');
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = attached.find(({ key }) => key === chosen) ?? attached[0];
  const at = shown ? attached.indexOf(shown) : -1;
  const count = attached.length;
  const maySend = attached.every(({ problem }) => problem === null);
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onAdd(files);
  };
  if (!shown) return null;
  const { kind, file } = shown;
  const as = carriedAs(abilities, { kind, mime: file.type, bytes: file.size });
  return (
    <Dialog
      title={
        <>
          {t('filesTitle', { count })}
          <span className="sub truncate">{t('filesTo', { name: to })}</span>
        </>
      }
      isOpen
      keeps
      size="medium"
      onClose={onClose}
      onSubmit={() => maySend && onSend()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping or pasting files is an alternative to the button */}
      <div
        className={styles.tray}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onAdd([...event.dataTransfer.files]);
        }}
        onPaste={handlePaste}
      >
        <div className={styles.preview}>
          <Preview key={shown.key} of={shown} />
        </div>
        <ul className={styles.thumbs} aria-label={t('filesChosen')}>
          {attached.map((one, n) => (
            <li key={one.key}>
              <button
                type="button"
                className={`${styles.thumb} ${one.problem ? styles.bad : ''}`}
                aria-current={one === shown}
                aria-label={t('fileOf', { name: one.name, at: n + 1, count })}
                onClick={() => setChosen(one.key)}
              >
                <Thumb of={one} />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={`${styles.thumb} ${styles.add}`} aria-label={t('addFile')} onClick={onChoose}>
              <Icon of={Plus} size="large" />
            </button>
          </li>
        </ul>
        <div className={styles.about}>
          <span className="truncate">
            {shown.name} · {formatBytes(shown.file.size)}
            {count > 1 && shown.problem === null && ` · ${t('captionHere')}`}
          </span>
          <IconButton
            icon={Trash2}
            small
            label={t('removeFile', { name: shown.name })}
            onClick={() => {
              setChosen(attached[at + 1]?.key ?? attached[at - 1]?.key ?? null);
              onRemove(shown.key);
            }}
          />
        </div>
        {shown.problem && (
          <p className={styles.problem} role="alert">
            {shown.problem === 'empty'
              ? t('fileEmpty')
              : shown.problem === 'noRoom'
                ? t('fileNoRoom')
                : t('fileTooLarge', { max: formatBytes(limits.mediaBytes[shown.kind]) })}
          </p>
        )}
        {shown.problem === null && as !== kind && (
          <p className={styles.carried}>{t(as === 'link' ? 'fileAs.link' : 'fileAs.document')}</p>
        )}
        <div className={styles.words}>
          <TextInput
            key={shown.key}
            autoFocus={!isPhone}
            aria-label={t('caption')}
            placeholder={t('caption')}
            dir="auto"
            value={shown.caption}
            onChange={({ target }) => onCaption(shown.key, beginningOf(target.value, abilities.longestCaption))}
          />
          <IconButton
            icon={SendHorizontal}
            kind="primary"
            className={styles.send}
            type="submit"
            label={t('send')}
            disabled={!maySend}
          />
        </div>
      </div>
    </Dialog>
  );
};

const Preview = ({ of: { kind, url, name } }: { of: Attached }) => {
  if (kind === 'image') return <img src={url} alt={name} />;
  // biome-ignore-start lint/a11y/useMediaCaption: the user's own files have no captions
  if (kind === 'video') return <video src={url} controls />;
  if (kind === 'audio') return <audio src={url} controls />;
  // biome-ignore-end lint/a11y/useMediaCaption: until here
  return <FileText className={styles.sheet} aria-hidden="true" />;
};

const Thumb = ({ of: { kind, url, name } }: { of: Attached }) => {
  if (kind === 'image') return <img src={url} alt="" />;
  const ending = /\.(\w{1,5})$/.exec(name)?.[1];
  return (
    <>
      <Icon of={kind === 'video' ? Video : kind === 'audio' ? Music : FileText} size="large" />
      {ending && <span>{ending.toUpperCase()}</span>}
    </>
  );
};
