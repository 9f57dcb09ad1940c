import type { HistoryEntry } from '@prosa/contracts';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePlay from 'lucide-react/icons/circle-play';
import Clock from 'lucide-react/icons/clock';
import Dot from 'lucide-react/icons/dot';
import Inbox from 'lucide-react/icons/inbox';
import Lock from 'lucide-react/icons/lock';
import MessageSquare from 'lucide-react/icons/message-square';
import Send from 'lucide-react/icons/send';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Icon, type IconType } from '../../ui/marks/icon.tsx';
import { MarkedText } from '../../ui/marks/marked-text.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { Segmented } from '../../ui/marks/tabs.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { useStepWords } from './step-words.ts';
import { actorOf, type Filter, type Step, stepsOf, type TicketEvent } from './steps.ts';
import styles from './steps-list.module.css';
import { useShownTime } from './use-shown-time.ts';

type Props = {
  entries: readonly HistoryEntry[];
  at: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onMove: (at: number) => void;
};

const icons: Partial<Record<TicketEvent, IconType>> = {
  TicketOpened: Inbox,
  TicketQueued: Inbox,
  TicketAccepted: Check,
  TicketReturned: Undo2,
  TicketTransferred: ArrowRightLeft,
  TicketClosed: CircleCheck,
  TicketReopened: CirclePlay,
  ClosingUndone: Undo2,
  TicketTagged: Tag,
  TicketSnoozed: Clock,
  TicketWoken: Clock,
  MessageReceived: MessageSquare,
  MessageMirrored: Send,
  MessageSent: Send,
  MessageObserved: Lock,
  MessageAcknowledged: CheckCheck,
  MessagesRead: CheckCheck,
  MessageFailed: CircleAlert,
  MessageUnsure: CircleAlert,
  MediaFailed: CircleAlert,
  MessageDeleted: Ban,
  MessageRevoked: Ban,
  TicketDeleted: Ban,
  RatingGiven: Star,
  RatingCommented: Star,
};

const ALL = 'all';

/** Who did what, by day: each line shows the moment after it. What came after the shown moment stays listed, quietly. */
export const StepsList = ({ entries, at, filter, onFilter, onMove }: Props) => {
  const { t } = useTexts('history');
  const { date } = useFormat();
  const { who, wordsOf } = useStepWords();
  const steps = useMemo(() => stepsOf(entries, filter, date), [entries, filter, date]);
  const places = useMemo(() => new Map(entries.map(({ position }, place) => [position, place])), [entries]);
  const people = useMemo(() => new Map(entries.map((entry) => [actorOf(entry), entry])), [entries]);
  const placeOf = ({ position }: HistoryEntry): number => places.get(position)!;
  const current = steps.findLast(({ first }) => placeOf(first) <= at);
  const days = Map.groupBy(steps, ({ first }) => date(first.at));
  return (
    <section className={styles.events} aria-label={t('events')}>
      <div className={styles.head}>
        <Segmented<Filter['kind']>
          label={t('show')}
          items={[
            { id: 'all', label: t('all') },
            { id: 'changes', label: t('changes') },
            { id: 'messages', label: t('messages') },
          ]}
          chosen={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
        />
        <Select
          label={t('person')}
          items={[{ id: ALL, name: t('everybody') }, ...[...people].map(([id, entry]) => ({ id, name: who(entry) }))]}
          chosen={filter.actor || ALL}
          onChoose={(actor) => onFilter({ ...filter, actor: actor === ALL ? '' : actor })}
        />
      </div>
      <div className={styles.scroll}>
        {steps.length === 0 && <EmptyState icon={Inbox} title={t('noneOfThese')} />}
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h2 className={styles.day}>{day}</h2>
            <ol>
              {ofDay.map((step) => (
                <Line
                  key={step.first.position}
                  step={step}
                  words={wordsOf(step)}
                  isCurrent={step === current}
                  isLater={placeOf(step.first) > at}
                  onChoose={() => onMove(placeOf(step.last))}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
};

type LineProps = {
  step: Step;
  words: ReturnType<ReturnType<typeof useStepWords>['wordsOf']>;
  isCurrent: boolean;
  isLater: boolean;
  onChoose: () => void;
};

const Line = ({ step, words, isCurrent, isLater, onChoose }: LineProps) => {
  const { clock } = useShownTime();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  const { at } = step.first;
  return (
    <li
      ref={line}
      className={`${styles.step} ${isCurrent ? styles.now : ''} ${isLater ? styles.later : ''}`}
      aria-current={isCurrent || undefined}
      data-event={step.type}
    >
      <button type="button" onClick={onChoose}>
        <time dateTime={at}>{clock(at)}</time>
        <span className={styles.icon}>
          <Icon of={icons[step.type] ?? Dot} />
        </span>
        <span className="grow">
          <span>
            <MarkedText text={words.text} values={words.values} />
          </span>
          {words.below.map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a line keep their order
            <small key={place} className="truncate" dir="auto">
              {text}
            </small>
          ))}
        </span>
      </button>
    </li>
  );
};
