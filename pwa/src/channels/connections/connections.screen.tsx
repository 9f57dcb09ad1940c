import type { ChannelName, ConnectionView } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import type { Slice } from '@reduxjs/toolkit';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { queues } from '../../flows/queues/queues.slice.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { usePlan } from '../../records/use-plan.ts';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ChannelIcon } from '../../ui/marks/channel-icon.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import type { Open } from './connection-cells.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionRows } from './connection-rows.tsx';
import { codesSlice, linkingEnded, linkingSlice, selectLinking } from './connections.codes.ts';
import { connectionCommands, renewSession } from './connections.commands.ts';
import styles from './connections.module.css';
import { connections } from './connections.slice.ts';
import { PagesDialog } from './pages-dialog.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { DisconnectDialog, RemovalDialog } from './removal-dialogs.tsx';

const channels = (['whatsapp', 'facebook', 'instagram'] as const).map((channel) => ({
  channel,
  icon: () => <ChannelIcon channel={channel} silent />,
}));
/** Channels whose accounts are connected together, by the sign-in of their administrator. */
const isOfPages = (channel: ChannelName): channel is 'facebook' | 'instagram' =>
  channel === 'facebook' || channel === 'instagram';
type Shown = { does: 'create'; channel: ChannelName } | { does: Open; id: string } | null;

/** The channel connections. */
const Connections = () => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  const all = connections.useAll();
  queues.useAll(); // the form of a new connection begins with the only one
  const [opened, setShown] = useState<Shown>(null);
  const linking = useSelector(selectLinking);
  const shown: Shown = opened ?? (linking === null ? null : { does: 'code', id: linking });
  const close = () => setShown(null);
  const closeCode = () => {
    setShown(null);
    dispatch(linkingEnded());
  };
  useTitle(words('title'));
  const { reply } = useAnswer(() => call(definition.routes.metaDialog, { body: { kind: 'facebook' } }));
  const isLacking = reply?.data?.url === null;
  const plan = usePlan(true);
  /** As the API refuses another one. */
  const full =
    plan !== null && all.filter(({ channel }) => channel !== 'sample').length >= plan.connections
      ? errorText({ code: 'ERR_PLAN_LIMIT', details: {} })
      : '';
  const add = <AddButton isLacking={isLacking} full={full} onChoose={(channel) => setShown({ does: 'create', channel })} />;
  const handleOpen = (does: Open, { id, channel }: ConnectionView) => {
    if (does === 'access') return setShown(isOfPages(channel) ? { does: 'create', channel } : { does: 'change', id });
    if (does === 'renew') dispatch(renewSession.start({ id }));
    setShown({ does: does === 'renew' ? 'code' : does, id });
  };
  const connection = shown && 'id' in shown ? all.find(({ id }) => id === shown.id) : undefined;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1>{words('title')}</h1>
          {full && (
            <p className="secondary" role="status">
              {full}
            </p>
          )}
        </div>
        {add}
      </header>
      <Listed add={add} onOpen={handleOpen} />
      {shown?.does === 'create' &&
        (isOfPages(shown.channel) ? (
          <PagesDialog kind={shown.channel} onClose={close} />
        ) : (
          <ConnectionDialog channel={shown.channel} onClose={close} />
        ))}
      {connection && shown?.does === 'change' && (
        <ConnectionDialog channel={connection.channel} connection={connection} onClose={close} />
      )}
      {connection && shown?.does === 'code' && <QrDialog connection={connection} onClose={closeCode} />}
      {connection && shown?.does === 'remove' && <RemovalDialog connection={connection} onClose={close} />}
      {connection && shown?.does === 'disconnect' && <DisconnectDialog connection={connection} onClose={close} />}
    </div>
  );
};

type AddProps = { isLacking: boolean; full: string; onChoose: (channel: ChannelName) => void };

/** `isLacking`: the operator has set up no app at Meta. `full`: why the plan allows no further one. */
const AddButton = ({ isLacking, full, onChoose }: AddProps) => {
  const words = useWords('connections');
  const isPhone = useIsPhone();
  const entries = channels.map(({ channel, icon }) => ({
    id: channel,
    label:
      isLacking && isOfPages(channel) ? (
        <span className={styles.lacking}>
          {words(`channels.${channel}`)} <small>{words('metaLacking')}</small>
        </span>
      ) : (
        words(`channels.${channel}`)
      ),
    icon,
    run: () => onChoose(channel),
  }));
  return (
    <MenuButton label={words('add')} entries={entries}>
      {(trigger) =>
        isPhone ? (
          <IconButton {...trigger} icon={Plus} label={words('add')} title={full || words('add')} disabled={full !== ''} />
        ) : (
          <Button {...trigger} kind="primary" icon={Plus} title={full || undefined} disabled={full !== ''}>
            {words('add')}
            <Icon of={ChevronDown} />
          </Button>
        )
      }
    </MenuButton>
  );
};

/** The rows, or the reason why there are none. */
const Listed = ({ add, onOpen }: { add: ReactNode; onOpen: (what: Open, connection: ConnectionView) => void }) => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  const all = useSelector(connections.selectAll);
  const { status, failure } = useSelector(connections.selectState);
  if (all.length > 0) return <ConnectionRows connections={all} onOpen={onOpen} />;
  if (status === 'failed')
    return (
      <ErrorState title={words('failed')} onRetry={() => dispatch(connections.wanted())}>
        {failure && errorText(failure)}
      </ErrorState>
    );
  if (status !== 'ready') return <SkeletonRows label={words('loading')} />;
  return (
    <EmptyState icon={Plug} title={words('empty')} action={add}>
      {words('emptyHint')}
    </EmptyState>
  );
};

export const screen: Screen = {
  element: <Connections />,
  slices: [codesSlice, linkingSlice as unknown as Slice],
  saga: connectionCommands,
  speaks: ['records'],
};
