import type { DashboardView } from '@prosa/contracts';
import { useId, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Presence } from '../../ui/marks/presence.tsx';
import { SortButton } from '../../ui/marks/sort-button.tsx';
import styles from './dashboard.module.css';
import { clock } from './format.ts';
import { Stars } from './stars.tsx';

type Attendant = DashboardView['attendants'][number];
type Column = 'name' | 'avgSupportTime';
type Order = { by: Column; isDown: boolean };

/** So many are shown, and so many more at each wish: a company may have thousands. */
const SHOWN = 50;

/** The attendants, how fast and how well they served: a table, on phones a list. */
export const Attendants = ({ attendants }: Pick<DashboardView, 'attendants'>) => {
  const { t } = useTexts('dashboard');
  const isPhone = useIsPhone();
  const [order, setOrder] = useState<Order>({ by: 'avgSupportTime', isDown: false });
  const [most, setMost] = useState(SHOWN);
  const id = useId();
  const sorted = attendants.toSorted(inOrder(order)).slice(0, most);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('attendants')}</h2>
        <span className={styles.sub}>{t('levelsHint')}</span>
      </header>
      {isPhone ? <PhoneRows attendants={sorted} /> : <Table attendants={sorted} order={order} onOrder={setOrder} />}
      {attendants.length > most && (
        <div className={styles.more}>
          <Button kind="quiet" onClick={() => setMost(most + SHOWN)}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
};

const inOrder =
  ({ by, isDown }: Order) =>
  (a: Attendant, b: Attendant): number => {
    const byName = (a.name ?? '').localeCompare(b.name ?? '');
    if (by === 'name') return isDown ? -byName : byName;
    // Attendants who served nobody come last in any order.
    if (a.avgSupportTime === null || b.avgSupportTime === null)
      return a.avgSupportTime === b.avgSupportTime ? byName : a.avgSupportTime === null ? 1 : -1;
    return (isDown ? b.avgSupportTime - a.avgSupportTime : a.avgSupportTime - b.avgSupportTime) || byName;
  };

const Online = ({ online }: { online: boolean }) => {
  const { t } = useTexts('dashboard');
  return <Presence online={online}>{t(online ? 'online' : 'offline')}</Presence>;
};

const time = (minutes: number | null): string => (minutes === null ? '–' : clock(minutes));

type TableProps = { attendants: Attendant[]; order: Order; onOrder: (order: Order) => void };
const Table = ({ attendants, order, onOrder }: TableProps) => {
  const { t } = useTexts('dashboard');
  const head = (by: Column, className: string) => {
    const isChosen = order.by === by;
    const sorted = isChosen ? (order.isDown ? 'descending' : 'ascending') : 'none';
    return (
      <th scope="col" className={className} aria-sort={sorted}>
        <SortButton
          label={t(`columns.${by}`)}
          sorted={sorted}
          onSort={() => onOrder({ by, isDown: isChosen && !order.isDown })}
        />
      </th>
    );
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head('name', styles.wide!)}
          <th scope="col">{t('columns.sector')}</th>
          <th scope="col">{t('columns.rating')}</th>
          {head('avgSupportTime', styles.num!)}
          <th scope="col">{t('columns.online')}</th>
        </tr>
      </thead>
      <tbody>
        {attendants.map(({ id, name, profilePicUrl, sectorName, rating, avgSupportTime, online }) => (
          <tr key={id} data-id={id}>
            <td className={styles.wide}>
              <span className={styles.person}>
                <Avatar name={name} picture={profilePicUrl} size={28} />
                <span className="truncate">{name ?? '–'}</span>
              </span>
            </td>
            <td className={`${styles.sector} truncate`}>{sectorName ?? <span className={styles.muted}>{t('noSector')}</span>}</td>
            <td>
              <Stars rating={rating} />
            </td>
            <td className={styles.num}>{time(avgSupportTime)}</td>
            <td>
              <Online online={online} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const PhoneRows = ({ attendants }: { attendants: Attendant[] }) => (
  <ul className={styles.phoneRows}>
    {attendants.map(({ id, name, profilePicUrl, sectorName, rating, avgSupportTime, online }) => (
      <li key={id} data-id={id}>
        <Avatar name={name} picture={profilePicUrl} size={36} />
        <span className={styles.lines}>
          <b className="truncate">{name ?? '–'}</b>
          <small>
            <Online online={online} />
            {sectorName && <span className="truncate">· {sectorName}</span>}
          </small>
        </span>
        <span className={styles.end}>
          <span className="num">{time(avgSupportTime)}</span>
          <Stars rating={rating} />
        </span>
      </li>
    ))}
  </ul>
);
