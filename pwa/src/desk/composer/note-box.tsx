import { useId } from 'react';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { overComposer } from './later-composer.ts';
import { NOTE_ROWS } from './note-rows.ts';
import styles from './observation-box.module.css';
import { useDraft } from './use-draft.ts';

type Props = { ticketId: string; onClose: () => void };

/**
 * The box for observations. Until it is loaded a plain field takes its place and its draft: what is typed at once after the press must be
 * text, since the same letters outside of a field are keys of the list.
 */
export const NoteBox = (props: Props) => {
  const loaded = useLoaded(overComposer, true);
  return loaded ? <loaded.ObservationBox {...props} /> : <PlainBox {...props} />;
};

const PlainBox = ({ ticketId, onClose }: Props) => {
  const { t } = useTexts('composer');
  const { t: ofUi } = useTexts('ui');
  const id = useId();
  const [draft, setDraft] = useDraft('note', ticketId);
  return (
    <div className={styles.box} role="dialog" aria-labelledby={id} aria-busy="true">
      <p className={styles.head} id={id}>
        <b>{t('note')}</b> {t('noteTeamOnly')}
      </p>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: opened to write
        autoFocus
        rows={NOTE_ROWS}
        dir="auto"
        aria-label={t('noteText')}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className={styles.bar}>
        <Button kind="quiet" onClick={onClose}>
          {ofUi('cancel')}
        </Button>
      </div>
    </div>
  );
};
