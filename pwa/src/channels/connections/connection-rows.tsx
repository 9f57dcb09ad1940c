import type { ConnectionView } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useSelector } from 'react-redux';
import { formatDateTime } from '../../kernel/i18n/format.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { ChannelIcon } from '../../ui/marks/channel-icon.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { NameCell, type Open, SessionCell, StatusCell } from './connection-cells.tsx';
import styles from './connections.module.css';

const columns = [
  ['channel', styles.channel],
  ['name', ''],
  ['status', ''],
  ['session', styles.session],
  ['kind', styles.kind],
  ['updatedAt', styles.updatedAt],
] as const;

type Props = { connections: ConnectionView[]; onOpen: (what: Open, connection: ConnectionView) => void };

/** A table; on narrow screens a list. The test customer's can only be removed. */
export const ConnectionRows = (props: Props) => {
  const words = useWords('connections');
  const isListed = useIsListed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} tabIndex={0} aria-label={words('title')}>
      {isListed ? <PhoneRows {...props} /> : <Table {...props} />}
    </section>
  );
};

const Table = ({ connections, onOpen }: Props) => {
  const words = useWords('connections');
  const zone = useSelector(selectZone);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(([column, width]) => (
            <th key={column} scope="col" className={width}>
              {words(`fields.${column}`)}
            </th>
          ))}
          <th scope="col" className={styles.middle}>
            {words('fields.default')}
          </th>
          <th scope="col" className={styles.end}>
            {words('acts')}
          </th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => {
          const { id, name, channel, kind, provider, updatedAt, isDefault } = connection;
          return (
            <tr key={id} data-id={id}>
              <td>
                <ChannelIcon channel={channel} className="large" />
              </td>
              <td>
                <NameCell connection={connection} />
              </td>
              <td>
                <StatusCell connection={connection} />
              </td>
              <td>
                {channel !== 'sample' && <SessionCell connection={connection} onOpen={(what) => onOpen(what, connection)} />}
              </td>
              <td className={styles.kind}>{words(provider === 'cloud' ? 'kinds.cloud' : `kinds.${kind}`)}</td>
              <td className={styles.time}>{formatDateTime(updatedAt, zone)}</td>
              <td className={styles.middle}>{isDefault && <Icon of={Check} label={words('fields.default')} />}</td>
              <td>
                <span className={styles.end}>
                  {channel !== 'sample' && (
                    <IconButton
                      icon={Pencil}
                      small
                      label={words('editOne', { name })}
                      onClick={() => onOpen('change', connection)}
                    />
                  )}
                  <IconButton
                    icon={Trash2}
                    small
                    label={words('removeOne', { name })}
                    onClick={() => onOpen('remove', connection)}
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

const PhoneRows = ({ connections, onOpen }: Props) => {
  const words = useWords('connections');
  return (
    <ul className={styles.phoneRows}>
      {connections.map((connection) => {
        const { id, name, channel, isDefault } = connection;
        return (
          <li key={id} data-id={id}>
            <div className={styles.top}>
              <ChannelIcon channel={channel} className="large" />
              <NameCell connection={connection} />
              {isDefault && <span className="tag">{words('fields.default')}</span>}
              <MenuButton
                label={words('actsOf', { name })}
                entries={[
                  ...(channel === 'sample'
                    ? []
                    : [{ id: 'change', icon: Pencil, label: words('edit'), run: () => onOpen('change', connection) }]),
                  { id: 'remove', icon: Trash2, label: words('removeIt'), danger: true, run: () => onOpen('remove', connection) },
                ]}
              >
                {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('actsOf', { name })} />}
              </MenuButton>
            </div>
            <StatusCell connection={connection} />
            {channel !== 'sample' && <SessionCell connection={connection} onOpen={(what) => onOpen(what, connection)} />}
          </li>
        );
      })}
    </ul>
  );
};
