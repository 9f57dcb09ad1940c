import type { ConnectionStatus, ConnectionView } from '@prosa/contracts';
import { useDispatch, useSelector } from 'react-redux';
import { readableNumber } from '../../contacts/contacts/number.ts';
import { selectIsRunning } from '../../kernel/calls/commands.slice.ts';
import { formatDateTime } from '../../kernel/i18n/format.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { textIn, useWords } from '../../records/use-words.ts';
import { Button } from '../../ui/marks/button.tsx';
import { startSession } from './connections.commands.ts';
import styles from './connections.module.css';

/** The dialogs that an administrator can open about a connection. */
export type Open = 'change' | 'remove' | 'disconnect' | 'code' | 'renew' | 'access';
export type CellProps = { connection: ConnectionView; onOpen: (what: Open) => void };

/** Whether it is connected by a token, and not by a code that a phone reads. */
const isByAccess = (channel: string, provider: string): boolean =>
  provider === 'cloud' || channel === 'facebook' || channel === 'instagram';

const looks: Record<ConnectionStatus, string> = {
  CONNECTED: styles.ok!,
  PAIRING: styles.wait!,
  OPENING: styles.wait!,
  qrcode: styles.wait!,
  TIMEOUT: styles.off!,
  DISCONNECTED: styles.off!,
};

/** Its name, and the account that the channel has told of it. */
export const NameCell = ({ connection: { name, session, channel } }: Pick<CellProps, 'connection'>) => {
  const words = useWords('connections');
  const account =
    session === null
      ? channel === 'simulator' || channel === 'sample'
        ? ''
        : words('noAccount')
      : /^\d{8,}$/.test(session)
        ? readableNumber(session)
        : session;
  return (
    <span className={styles.lines}>
      <b className="truncate">{name}</b>
      {account !== '' && <small className="truncate">{account}</small>}
    </span>
  );
};

/** Its status in words, and below what to do about it or why it is so. */
export const StatusCell = ({ connection: { status, reason, until, accountNews } }: Pick<CellProps, 'connection'>) => {
  const words = useWords('connections');
  const zone = useSelector(selectZone);
  // Some reasons count something: `set-aside 3`.
  const [word, count = ''] = reason?.split(' ') ?? [];
  const said = (key: string) => textIn(words, key, { until: until ? formatDateTime(until, zone) : '', number: count });
  const why =
    word === undefined ? said(`hintsOf.${status}`) : ((until && said(`reasonsUntil.${word}`)) ?? said(`reasons.${word}`));
  // Nobody has to act where it comes back by itself.
  const way = word && ((status === 'TIMEOUT' ? said(`waysWaiting.${word}`) : null) ?? said(`ways.${word}`));
  const news =
    accountNews &&
    words(`accountNews.${accountNews.what}`, {
      word: textIn(words, `accountWords.${accountNews.word}`) ?? accountNews.word,
      of: accountNews.of ?? '',
      at: formatDateTime(accountNews.at, zone),
    });
  return (
    <span className={styles.status}>
      <span className={`dot ${looks[status]}`} aria-hidden="true" />
      <span className={styles.lines}>
        <span>{words(`statuses.${status}`)}</span>
        {why && <small className={styles.why}>{why}</small>}
        {way && <small className={styles.why}>{way}</small>}
        {news && <small className={styles.why}>{news}</small>}
      </span>
    </span>
  );
};

/** The actions for its session in its present status. */
export const SessionCell = ({ connection: { id, name, status, channel, provider }, onOpen }: CellProps) => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  const isStarting = useSelector(selectIsRunning(startSession.act({ id })));
  const of = (act: string) => `${words(act)}: ${name}`;
  switch (status) {
    case 'OPENING':
      return (
        <Button small disabled>
          <span className="spinner" aria-hidden="true" />
          {words('connecting')}
        </Button>
      );
    case 'qrcode':
      return (
        <Button small kind="call" aria-label={of('showCode')} onClick={() => onOpen('code')}>
          {words('showCode')}
        </Button>
      );
    case 'DISCONNECTED':
      return (
        <span className={styles.acts}>
          <Button
            small
            kind="call"
            busy={isStarting}
            aria-label={of('again')}
            onClick={() => dispatch(startSession.start({ id }))}
          >
            {words('again')}
          </Button>
          {isByAccess(channel, provider) ? (
            <Button small aria-label={of('newAccess')} onClick={() => onOpen('access')}>
              {words('newAccess')}
            </Button>
          ) : (
            <Button small aria-label={of('newCode')} onClick={() => onOpen('renew')}>
              {words('newCode')}
            </Button>
          )}
        </span>
      );
    default:
      return (
        <Button small aria-label={of('disconnect')} onClick={() => onOpen('disconnect')}>
          {words('disconnect')}
        </Button>
      );
  }
};
