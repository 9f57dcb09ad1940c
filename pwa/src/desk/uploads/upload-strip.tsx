import X from 'lucide-react/icons/x';
import { useDispatch } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { IconButton, TextButton } from '../../ui/marks/button.tsx';
import styles from './upload-strip.module.css';
import { type Upload, uploadGone, uploadRetried } from './uploads.slice.ts';

/** The files of a ticket being uploaded, with their progress. A failed one stays, with buttons to retry or discard it. */
export const UploadStrip = ({ uploads }: { uploads: Upload[] }) => {
  const { t } = useTexts('uploads');
  return (
    <ul className={styles.strip} aria-label={t('title')}>
      {uploads.map((one) => (
        <One key={one.key} upload={one} />
      ))}
    </ul>
  );
};

const One = ({ upload: { key, name, state, part, failure } }: { upload: Upload }) => {
  const { t } = useTexts('uploads');
  const dispatch = useDispatch();
  const drop = () => dispatch(uploadGone(key));
  if (state === 'failed')
    return (
      <li className={styles.failed} role="alert">
        <span className={styles.why}>
          {t('failed', { name })} {failure && errorText(failure)}
        </span>
        <TextButton danger onClick={() => dispatch(uploadRetried(key))}>
          {t('retry')}
        </TextButton>
        <TextButton danger onClick={drop}>
          {t('drop')}
        </TextButton>
      </li>
    );
  const percent = Math.round(part * 100);
  return (
    <li>
      <span className={`truncate ${styles.name}`}>{name}</span>
      {state === 'waiting' ? (
        <span>{t('waiting')}</span>
      ) : (
        <>
          <progress max={100} value={percent} aria-label={t('sending', { name })} />
          <span className={styles.percent}>{percent}%</span>
        </>
      )}
      <IconButton icon={X} small label={t('cancel', { name })} onClick={drop} />
    </li>
  );
};
