import { limits } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useContext, useEffect, useState } from 'react';
import { useFileInput } from '../../desk/composer/files/use-file-input.tsx';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { AudioRecorder } from './audio-recorder.tsx';
import type { Step } from './menu.calls.ts';
import { MenuContext } from './menu.context.ts';
import styles from './menu-editor.module.css';

/** One option, being edited or begun. */
export const OptionForm = ({ step }: { step?: Step }) => {
  const words = useWords('menus');
  const { save, close, request, onUnsaved, finishes, removeMedia } = useContext(MenuContext);
  const [title, setTitle] = useState(step?.title ?? '');
  const [message, setMessage] = useState(step?.message ?? '');
  const [file, setFile] = useState<File>();
  const [isRecording, setRecording] = useState(false);
  const [isTried, setTried] = useState(false);
  const { choose, input } = useFileInput(([first]) => first && setFile(first));
  const isUnsaved = title !== (step?.title ?? '') || message !== (step?.message ?? '') || file !== undefined || isRecording;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const wrong = (isTried && title.trim() === '' && words('wrong.Required')) || request.failure?.fields.title;
  const handleSave = async (): Promise<boolean> => {
    setTried(true);
    return title.trim() !== '' && !isRecording && !request.isBusy && save({ title: title.trim(), message, file });
  };
  useEffect(() => {
    finishes.current = handleSave;
    return () => {
      finishes.current = null;
    };
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void handleSave();
  };
  const shown = file?.name ?? step?.mediaName ?? (step?.mediaType && words(`kinds.${step.mediaType}`));
  return (
    <fieldset className={styles.form} aria-label={step ? words('editOne', { name: step.title }) : words('add')}>
      <Field label={words('title')} error={wrong || undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={limits.menuTitle}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onKeyDown={handleKeyDown}
          />
        )}
      </Field>
      <Field label={words('message')} hint={words('messageHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={limits.automaticTextMax}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      <div className="field">
        <span className="label">{words('media')}</span>
        <div className={styles.files}>
          {isRecording ? (
            <AudioRecorder onDone={setFile} onClose={() => setRecording(false)} />
          ) : (
            <>
              {shown && (
                <span className={styles.media}>
                  <Icon of={Paperclip} size="tiny" />
                  <span className="truncate">{shown}</span>
                  <IconButton
                    icon={X}
                    smallIcon
                    label={words('removeMedia', { name: shown })}
                    onClick={() => (file ? setFile(undefined) : step && removeMedia(step))}
                  />
                </span>
              )}
              <Button small icon={Paperclip} onClick={() => choose('*/*')}>
                {words(shown ? 'otherFile' : 'file')}
              </Button>
              <Button small icon={Mic} aria-pressed={false} onClick={() => setRecording(true)}>
                {words('record')}
              </Button>
            </>
          )}
        </div>
        {input}
      </div>
      <div className={styles.done}>
        <Button small onClick={close}>
          {words('cancel')}
        </Button>
        <Button small icon={Check} busy={request.isBusy} disabled={isRecording} onClick={() => void handleSave()}>
          {words('done')}
        </Button>
      </div>
    </fieldset>
  );
};
