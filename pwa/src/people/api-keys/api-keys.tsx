import type { ApiKeyView } from '@prosa/contracts';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { useFormat } from '../sessions/use-format.ts';
import styles from './api-keys.module.css';
import type texts from './api-keys.screen.pt.json';
import { apiKeys, revokeKey, selectUses } from './api-keys.slice.ts';
import { CreateDialog, MadeDialog, type MadeKey, RotateDialog } from './key-dialogs.tsx';
import { useScopeName } from './scopes.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'api-keys': typeof texts;
  }
}

type Open = { does: 'create' } | { does: 'rotate' | 'revoke'; key: ApiKeyView } | { does: 'show'; made: MadeKey } | null;

/** The company's API keys: made, shown once, rotated and revoked. */
export const ApiKeys = () => {
  const { t } = useTexts('api-keys');
  const dispatch = useDispatch();
  const [open, setOpen] = useState<Open>(null);
  const { status, failure } = useSelector(apiKeys.selectState);
  const keys = useSelector(apiKeys.selectAll);
  useEffect(() => void dispatch(apiKeys.wanted()), [dispatch]);
  const close = () => setOpen(null);
  const show = (made: MadeKey) => setOpen({ does: 'show', made });
  return (
    <section className={styles.panel} aria-labelledby="api-keys">
      <header>
        <div>
          <h2 id="api-keys">{t('title')}</h2>
          <p>{t('lead')}</p>
        </div>
        <Button icon={Plus} onClick={() => setOpen({ does: 'create' })}>
          {t('add')}
        </Button>
      </header>
      {keys.length > 0 ? (
        <ul className={styles.list} aria-labelledby="api-keys">
          {keys.map((key) => (
            <Row key={key.id} of={key} onOpen={setOpen} />
          ))}
        </ul>
      ) : failure ? (
        <ErrorState title={t('failed')} onRetry={() => dispatch(apiKeys.wanted())}>
          {errorText(failure)}
        </ErrorState>
      ) : status === 'ready' ? (
        <EmptyState icon={KeyRound} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <SkeletonRows rows={2} label={t('loading')} />
      )}
      {open?.does === 'create' && <CreateDialog onMade={show} onClose={close} />}
      {open?.does === 'rotate' && <RotateDialog apiKey={open.key} onMade={show} onClose={close} />}
      {open?.does === 'show' && <MadeDialog made={open.made} onClose={close} />}
      {open?.does === 'revoke' && (
        <DeletionDialog
          title={t('revokeTitle', { name: open.key.name })}
          id={open.key.id}
          act={revokeKey.act({ id: open.key.id })}
          onDelete={() => dispatch(revokeKey.start({ id: open.key.id }))}
          onClose={close}
          texts={{ cancel: t('cancel'), delete: t('revoke') }}
        >
          <p>{t('revokeHint')}</p>
        </DeletionDialog>
      )}
    </section>
  );
};

const Row = ({ of: key, onOpen }: { of: ApiKeyView; onOpen: (open: Open) => void }) => {
  const { t } = useTexts('api-keys');
  const { date, dateTime } = useFormat();
  const nameOf = useScopeName();
  const usedAt = useSelector(selectUses)[key.id] ?? null;
  const { name, scopes, createdAt, previousUntil } = key;
  const isOverlapping = previousUntil !== null && Date.parse(previousUntil) > Date.now();
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <b>{name}</b>
        <p>{scopes.map(nameOf).join(' · ')}</p>
        <p>
          {t('createdOn', { date: date(createdAt) })} ·{' '}
          {usedAt === null ? t('neverUsed') : t('usedAt', { when: dateTime(usedAt) })}
          {isOverlapping && ` · ${t('previousUntil', { when: dateTime(previousUntil) })}`}
        </p>
      </div>
      <div className={styles.acts}>
        <Button small aria-label={t('rotateOne', { name })} onClick={() => onOpen({ does: 'rotate', key })}>
          {t('rotate')}
        </Button>
        <Button small aria-label={t('revokeOne', { name })} onClick={() => onOpen({ does: 'revoke', key })}>
          {t('revoke')}
        </Button>
      </div>
    </li>
  );
};
