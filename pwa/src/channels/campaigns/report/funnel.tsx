import type { CampaignReport } from '@prosa/contracts';
import { useId } from 'react';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { textIn, useWords, type Words } from '../../../records/use-words.ts';
import { percentOf, type Shown } from './figures.tsx';
import styles from './report.module.css';

type Props = { campaign: Shown; report: CampaignReport };
type Stage = { id: string; label: string; count: number; isReason?: boolean };

/** The sentence for the reason of a message that was not sent. */
export const reasonOf = (words: Words, reason: string): string =>
  textIn(words, `report.reasons.${reason}`) ?? words('report.reasons.other');

/** From the send to the answer: how many recipients came how far, and why others did not. */
export const Funnel = ({ campaign, report }: Props) => {
  const words = useWords('campaigns');
  const { count } = useFormat();
  const id = useId();
  const { validContacts } = report;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{words('report.funnel')}</h2>
      </header>
      <table className={styles.funnel} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words('report.stage')}</th>
            <th scope="col" className={styles.num}>
              {words('report.contacts')}
            </th>
            <th scope="col" className={styles.num}>
              {words('report.share')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {stagesOf(words, campaign, report).map(({ id: key, label, count: figure, isReason = false }) => {
            const percent = percentOf(figure, validContacts);
            return (
              <tr key={key} data-stage={key} className={isReason ? styles.reason : ''}>
                <th scope="row">{label}</th>
                <td className={styles.num}>{count(figure)}</td>
                <td className={styles.num}>{isReason ? '' : `${percent}%`}</td>
                <td>{!isReason && <span className={styles.share} style={{ inlineSize: `${Math.min(100, percent)}%` }} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

const sum = (parts: { count: number }[]): number => parts.reduce((all, { count }) => all + count, 0);

const stagesOf = (words: Words, { confirmation }: Shown, report: CampaignReport): Stage[] => {
  const stage = (id: string, count: number): Stage => ({ id, label: words(`report.stages.${id}`), count });
  const reasons = (id: string, parts: { reason: string; count: number }[]): Stage[] =>
    parts.map(({ reason, count }) => ({ id: `${id} ${reason}`, label: reasonOf(words, reason), count, isReason: true }));
  const { sent, delivered, read, answered, confirmations, failed, unsure, optedOut, skipped } = report;
  return [
    stage('sent', sent),
    stage('delivered', delivered),
    stage('read', read),
    stage('answered', answered),
    ...(confirmation ? [stage('confirmed', confirmations)] : []),
    stage('failed', sum(failed)),
    ...reasons('failed', failed),
    ...(unsure > 0 ? [stage('unsure', unsure)] : []),
    stage('optedOut', optedOut),
    ...(skipped.length > 0 ? [stage('skipped', sum(skipped)), ...reasons('skipped', skipped)] : []),
  ];
};
