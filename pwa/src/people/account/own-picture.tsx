import { userRoutes } from '@prosa/contracts';
import ImageUp from 'lucide-react/icons/image-up';
import { useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { selectMe, userChanged } from '../sessions/sessions.slice.ts';
import styles from './account.module.css';
import { sendPicture } from './picture-upload.ts';

const TYPES = 'image/jpeg,image/png,image/webp';

/** The own picture, above the fields of the profile: it is changed and removed at once. */
export const OwnPicture = () => {
  const { t } = useTexts('account');
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, failure, send } = useRequest();
  if (!me) return null;
  const { name, profilePicUrl } = me;
  const show = (picture: string | null) => dispatch(userChanged({ ...me, profilePicUrl: picture }));
  const handleFile = (file: File | undefined) => file && void send(() => sendPicture(file), show);
  const handleRemove = () =>
    void send(
      () => call(userRoutes.removePicture),
      () => show(null),
    );
  return (
    <div className={styles.picture}>
      <Avatar name={name} picture={profilePicUrl} size={64} />
      <div>
        <p className={styles.acts}>
          <Button small icon={ImageUp} busy={isBusy} onClick={() => input.current?.click()}>
            {t(profilePicUrl ? 'changePicture' : 'addPicture')}
          </Button>
          {profilePicUrl && <TextButton onClick={handleRemove}>{t('removePicture')}</TextButton>}
        </p>
        {failure ? (
          <p role="alert" className={styles.fault}>
            {errorText(failure)}
          </p>
        ) : (
          <p>{t('pictureHint')}</p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={t('picture')}
        onChange={({ target }) => {
          handleFile(target.files?.[0]);
          target.value = ''; // the same file can be chosen again
        }}
      />
    </div>
  );
};
