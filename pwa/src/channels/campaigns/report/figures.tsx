import type { CampaignReport, CampaignView } from '@prosa/contracts';
import { type ReactNode, useId } from 'react';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useWords } from '../../../records/use-words.ts';
import { ProgressLine } from '../../../ui/marks/progress-line.tsx';
import styles from './report.module.css';

export type Shown = CampaignView;
type Props = { campaign: Shown; report: CampaignReport };

/** The part in whole percents; 0 of nothing. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** The bar of the valid contacts that have the message. */
export const Delivered = ({ report: { delivered, validContacts } }: Props) => {
  const words = useWords('campaigns');
  const { count } = useFormat();
  const id = useId();
  const percent = percentOf(delivered, validContacts);
  return (
    <section className={`${styles.panel} ${styles.delivered}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{words('report.delivered')}</h2>
        <span className={styles.sub}>
          {words('report.progress', { shown: count(delivered), all: count(validContacts), percent })}
        </span>
      </header>
      <ProgressLine max={100} value={percent} aria-labelledby={id} />
    </section>
  );
};

/** The cards of figures; those of confirmations only where they were asked for. */
export const Figures = ({ campaign: { confirmation }, report }: Props) => {
  const words = useWords('campaigns');
  const { count } = useFormat();
  const { validContacts, confirmationsRequested, confirmations, delivered, skipped } = report;
  const inList = skipped.reduce((all, one) => all + one.count, validContacts);
  const cards: [string, number, string | null][] = [
    ['validContacts', validContacts, inList > 0 ? words('report.ofList', { shown: count(inList) }) : null],
  ];
  if (confirmation)
    cards.push(
      [
        'confirmationsRequested',
        confirmationsRequested,
        words('report.ofValid', { percent: percentOf(confirmationsRequested, validContacts) }),
      ],
      [
        'confirmations',
        confirmations,
        words('report.ofRequested', { percent: percentOf(confirmations, confirmationsRequested) }),
      ],
    );
  cards.push([
    'delivered',
    delivered,
    confirmation
      ? words('report.ofConfirmed', { percent: percentOf(delivered, confirmations) })
      : words('report.ofValid', { percent: percentOf(delivered, validContacts) }),
  ]);
  return (
    <dl className={`${styles.panel} ${styles.figures}`}>
      {cards.map(([name, figure, more]) => (
        <div key={name} data-figure={name}>
          <dt>{words(`report.cards.${name}`)}</dt>
          <dd className="num">{count(figure)}</dd>
          {more !== null && <dd className={styles.small}>{more}</dd>}
        </div>
      ))}
    </dl>
  );
};

/** The connection, the list and the times. */
export const Facts = ({ campaign: { whatsapp, contactList, scheduledAt, completedAt } }: Props) => {
  const words = useWords('campaigns');
  const { dateTime } = useFormat();
  const timeOf = (at: string | null, none: string): ReactNode =>
    at === null ? <span className="secondary">{none}</span> : <time dateTime={at}>{dateTime(at)}</time>;
  const facts: [string, ReactNode][] = [
    ...(whatsapp ? [['whatsapp', whatsapp.name] as [string, ReactNode]] : []),
    ...(contactList ? [['contactList', contactList.name] as [string, ReactNode]] : []),
    ['scheduledAt', timeOf(scheduledAt, '–')],
    ['completedAt', timeOf(completedAt, words('report.notYet'))],
  ];
  return (
    <dl className={`${styles.panel} ${styles.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name} data-figure={name}>
          <dt>{words(`report.cards.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
