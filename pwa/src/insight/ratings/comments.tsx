import { type RatingComment, ratingFiles, ratingRoutes } from '@prosa/contracts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useDownload } from '../../kernel/calls/use-download.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { IconButton, TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Segmented } from '../../ui/marks/tabs.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { useReport } from '../reports/use-report.ts';
import { MarkStars } from './mark-stars.tsx';
import type { RatingsOf } from './ratings.filter.ts';
import styles from './ratings.module.css';

type Which = 'all' | 'unsatisfied';
type Asked = RatingsOf & { which: Which };
type Page = { comments: RatingComment[]; total: number; unsatisfied: number; cursor: string | null };

const queryOf = ({ which, ...of }: Asked) => ({ ...of, ...(which === 'unsatisfied' && { mark: 1 }) });
const ask = async (asked: Asked): Promise<Page> => (await call(ratingRoutes.comments, { query: queryOf(asked) })).data;

/** What customers wrote on their ratings, the newest first: all of it, or only of those who were unsatisfied. */
export const Comments = ({ of }: { of: RatingsOf }) => {
  const { t } = useTexts('ratings');
  const { count } = useFormat();
  const id = useId();
  const { filter, shown, failure, isBusy, apply, again } = useReport((): Asked => ({ ...of, which: 'all' }), ask);
  const file = useDownload();
  const reply = shown?.reply;
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={isBusy}>
      <header className={styles.head}>
        <h2 id={id}>{t('comments')}</h2>
        <span className="grow">{reply && t('newestFirst', { count: reply.total, shown: count(reply.total) })}</span>
        <Segmented<Which>
          label={t('which')}
          items={[
            { id: 'all', label: t('all') },
            { id: 'unsatisfied', label: `${t('unsatisfied')} ${reply ? count(reply.unsatisfied) : ''}` },
          ]}
          chosen={filter.which}
          onChoose={(which) => apply({ ...of, which })}
        />
        <IconButton
          icon={Download}
          label={t('exportComments')}
          busy={file.isBusy}
          onClick={() => void file.download(ratingRoutes.commentsFile, { query: queryOf(filter) }, ratingFiles.comments)}
        />
      </header>
      {failure ? (
        <ErrorState title={t('commentsFailed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : !shown ? (
        <SkeletonRows label={t('loading')} />
      ) : shown.reply.comments.length === 0 ? (
        <p className={styles.none}>{t('noComments')}</p>
      ) : (
        <List key={shown.filter.which} asked={shown.filter} begins={shown.reply} />
      )}
    </section>
  );
};

const List = ({ asked, begins }: { asked: Asked; begins: Page }) => {
  const { t } = useTexts('ratings');
  const [rows, setRows] = useState(begins.comments);
  const [cursor, setCursor] = useState(begins.cursor);
  const { isBusy, failure, send } = useRequest();
  const more = () =>
    send(
      async () => (await call(ratingRoutes.comments, { query: { ...queryOf(asked), ...(cursor && { cursor }) } })).data,
      (next) => {
        setRows([...rows, ...next.comments]);
        setCursor(next.cursor);
      },
    );
  return (
    <>
      <ul className={styles.comments}>
        {rows.map((row) => (
          <Comment key={row.messageId} row={row} />
        ))}
      </ul>
      {cursor !== null && (
        <p className={styles.none}>
          <TextButton onClick={() => void more()} disabled={isBusy}>
            {failure ? t('retry') : t('more')}
          </TextButton>
        </p>
      )}
    </>
  );
};

/** A comment, which opens its conversation where it was written. */
const Comment = ({ row }: { row: RatingComment }) => {
  const { t } = useTexts('ratings');
  const { dateTime } = useFormat();
  const { ticketId, messageId, mark, comment, contactName, queueName, color, attendant, at } = row;
  return (
    <li>
      <Link className={styles.comment} to={`/tickets/${ticketId}?goMessage=${messageId}`}>
        <MarkStars mark={mark} />
        <span className="grow">
          <span className={styles.words} dir="auto">
            {comment ?? <i>{t('deleted')}</i>}
          </span>
          <small>
            <span className="truncate">{contactName || t('namelessContact')}</span>
            <span className={styles.queue}>
              <Dot color={color ?? 'var(--line-control)'} />
              <span className="truncate">{queueName ?? t('noQueue')}</span>
            </span>
            <span className="truncate">{attendant ?? t('nobody')}</span>
          </small>
        </span>
        <time dateTime={at}>{dateTime(at)}</time>
        <Icon of={ChevronRight} />
      </Link>
    </li>
  );
};
