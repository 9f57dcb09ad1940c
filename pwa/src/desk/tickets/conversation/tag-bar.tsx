import type { TagView, TicketView } from '@prosa/contracts';
import Clock from 'lucide-react/icons/clock';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectAct } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../../kernel/live/live.slice.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dot, StatusTag, Tag } from '../../../ui/marks/tag.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { tags } from '../../tags/tags.slice.ts';
import { Wait } from '../list/row-time.tsx';
import { tagTicket } from '../state/tickets.commands.ts';
import { selectQueuedTags, tagsQueued } from '../state/tickets.offline.ts';
import { selectTagsAsked } from '../state/tickets.selectors.ts';
import { tagsLeft } from '../state/tickets.slice.ts';
import styles from './tag-bar.module.css';
import { TagPicker } from './tag-picker.tsx';

/**
 * The queue, whether it is the test customer, and the tags with their editor. `end`: on wide screens what stands at the end of the line, instead
 * of how long somebody waits.
 */
export const TagBar = ({ ticket, end }: { ticket: TicketView; end?: ReactNode }) => {
  const { t } = useTexts('tickets');
  const { t: ui } = useTexts('ui');
  const isPhone = useIsPhone();
  const dispatch = useDispatch();
  const isAsked = useSelector(selectTagsAsked(ticket.id));
  const [isChosen, setOpen] = useState(false);
  const isOpen = isChosen || isAsked;
  const { shown, set, isQueued } = useShownTags(ticket);
  const serves = useSelector(selectServes);
  const close = () => {
    setOpen(false);
    dispatch(tagsLeft(ticket.id));
  };
  useEffect(() => () => void dispatch(tagsLeft(ticket.id)), [ticket.id, dispatch]);
  const queue = (
    <>
      <span className={styles.queue}>
        <Dot color={ticket.queue?.color} />
        <span className="truncate">{ticket.queue?.name ?? t('noQueue')}</span>
      </span>
      {ticket.channel === 'sample' && <StatusTag>{ui('sample')}</StatusTag>}
    </>
  );
  const remove = (id: string) => set(shown.map((tag) => tag.id).filter((one) => one !== id));
  const picker = (
    <TagPicker
      ticketId={ticket.id}
      chosen={shown.map(({ id }) => id)}
      isNeeded={isAsked}
      onAdd={(id) => set([...shown.map((tag) => tag.id), id])}
      onDone={close}
    />
  );
  if (ticket.status === 'pending' || !serves)
    return (
      <div className={styles.bar} data-tag-bar="">
        {queue}
        {!serves && shown.length > 0 && <span className={styles.sep} />}
        {!serves && shown.map(({ id, name, color }) => <Tag key={id} name={name} color={color} />)}
        {!serves && <span className="grow" />}
        {ticket.status === 'closed' && <StatusTag>{t('closed')}</StatusTag>}
        {end}
      </div>
    );
  if (isPhone)
    return (
      <>
        <button className={styles.bar} data-tag-bar="" type="button" onClick={() => setOpen(true)}>
          <VisuallyHidden>{t('editTags')} </VisuallyHidden>
          {queue}
          <span className={styles.sep} />
          {shown.slice(0, 2).map(({ id, name, color }) => (
            <Tag key={id} name={name} color={color} />
          ))}
          {isQueued && <Queued />}
          {shown.length > 2 && <span className={styles.more}>+{shown.length - 2}</span>}
          {shown.length === 0 && (
            <span className={styles.more}>
              <Icon of={Plus} size="tiny" /> {t('tag')}
            </span>
          )}
          {ticket.status === 'open' && ticket.waitingSince !== null && (
            <>
              <span className="grow" />
              <Wait queueId={ticket.queueId} since={ticket.waitingSince} />
            </>
          )}
          {ticket.status === 'closed' && <StatusTag>{t('closed')}</StatusTag>}
        </button>
        <Dialog title={t('tags')} isOpen={isOpen} onClose={close}>
          <div className="form">
            <div className={styles.picks}>
              {shown.map(({ id, name, color }) => (
                <Tag key={id} name={name} color={color} onRemove={() => remove(id)} />
              ))}
            </div>
            {picker}
          </div>
        </Dialog>
      </>
    );
  return (
    <div className={styles.bar} data-tag-bar="">
      {queue}
      <span className={styles.sep} />
      {shown.map(({ id, name, color }) => (
        <Tag key={id} name={name} color={color} onRemove={() => remove(id)} />
      ))}
      {isQueued && <Queued />}
      <Popover isOpen={isOpen} onClose={close} placement="bottom-start" content={picker}>
        <button
          type="button"
          className={`button quiet ${styles.add}`}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <Icon of={Plus} size="tiny" />
          {t('tag')}
        </button>
      </Popover>
      <span className="grow" />
      {ticket.status === 'open' && ticket.waitingSince !== null && !end && (
        <Wait queueId={ticket.queueId} since={ticket.waitingSince} isFull />
      )}
      {ticket.status === 'closed' && <StatusTag>{t('closed')}</StatusTag>}
      {end}
    </div>
  );
};

/** Tags chosen without a connection, which are sent when there is one. */
const Queued = () => {
  const { t } = useTexts('tickets');
  return (
    <span className={styles.more} role="img" aria-label={t('tagsWait')} title={t('tagsWait')}>
      <Icon of={Clock} size="tiny" />
    </span>
  );
};

/**
 * The ticket's tags with optimistic changes: a change is shown at once, sent after the previous one has finished, and reverted if it is
 * refused.
 */
const useShownTags = (ticket: TicketView) => {
  const dispatch = useDispatch();
  const all = useSelector(tags.selectAll);
  const status = useSelector(selectAct(tagTicket.act({ ticketId: ticket.id, tagIds: [] })))?.status;
  const [wanted, setWanted] = useState<string[] | null>(null);
  const { offline } = useSelector(selectLive);
  const queued = useSelector(selectQueuedTags(ticket.id));
  const sent = useRef<string[] | null>(null);
  const now = ticket.tags.map(({ id }) => id).sort();
  // The record wins unless a change is still unsent or unconfirmed. This effect runs before the one that sends, which would mark an unsent
  // change as sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the record changes
  useEffect(() => {
    const isOld = status === 'running' && wanted?.toSorted().join() !== now.join();
    if (wanted === sent.current && !isOld) setWanted(null);
  }, [now.join()]);
  useEffect(() => {
    if (status === 'failed' && sent.current !== null) {
      sent.current = null;
      return setWanted(null);
    }
    if (wanted === null || wanted === sent.current || status === 'running') return;
    sent.current = wanted;
    dispatch(tagTicket.start({ ticketId: ticket.id, tagIds: wanted }));
  }, [wanted, status, ticket.id, dispatch]);
  const known = new Map([...all, ...ticket.tags].map((tag) => [tag.id, tag]));
  const shown: Pick<TagView, 'id' | 'name' | 'color'>[] = wanted
    ? wanted.flatMap((id) => known.get(id) ?? [])
    : (queued ?? ticket.tags);
  const set = (tagIds: string[]) =>
    offline || queued
      ? dispatch(tagsQueued({ ticketId: ticket.id, tags: tagIds.flatMap((id) => known.get(id) ?? []) }))
      : setWanted(tagIds);
  return { shown, set, isQueued: queued !== null };
};
