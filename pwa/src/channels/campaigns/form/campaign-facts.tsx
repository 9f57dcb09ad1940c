import type { CampaignView, MessageTemplate } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { textIn, useWords } from '../../../records/use-words.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Segmented } from '../../../ui/marks/tabs.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { connections } from '../../connections/connections.slice.ts';
import { CampaignStatusMark } from '../marks/campaign-status.tsx';
import { usePause } from '../marks/use-pause.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import styles from './form.module.css';
import { type Slot, slots } from './message-fields.tsx';
import { beginsOf } from './select-fields.tsx';
import { FindTemplate } from './template-field.tsx';

/** A campaign that can no longer be changed: its fields, and its messages as a contact gets them. */
export const CampaignFacts = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const { dateTime } = useFormat();
  const all = useSelector(connections.selectAll);
  const queue = useSelector(queues.selectAll).find(({ id }) => id === campaign.queueId);
  const [slot, setSlot] = useState<Slot>(1);
  const [details, setDetails] = useState<MessageTemplate | null>(null);
  const pause = usePause()(campaign);
  useEffect(() => {
    dispatch(queues.wanted());
    dispatch(connections.wanted());
  }, [dispatch]);
  const { status, scheduledAt, completedAt, contactList, whatsapp, withinHours, confirmation, template } = campaign;
  const connection = all.find(({ id }) => id === campaign.whatsappId);
  const isByTemplate = template !== null;
  const yesNo = (value: boolean) => words(value ? 'yes' : 'no');
  const facts: [string, string][] = [
    ['scheduledAt', scheduledAt ? dateTime(scheduledAt) : '–'],
    ...(completedAt ? [['completedAt', dateTime(completedAt)] as [string, string]] : []),
    ['contactListId', contactList?.name ?? words('noList')],
    ['whatsappId', whatsapp?.name ?? words('noConnection')],
    ['queueId', queue?.name ?? words('firstQueue')],
    ['withinHours', yesNo(withinHours)],
    ['confirmation', yesNo(confirmation)],
  ];
  return (
    <Dialog
      title={
        <>
          {campaign.name}
          <span className="sub">{words('readOnly')}</span>
        </>
      }
      isOpen
      size="wide"
      onClose={onClose}
      footer={<Button onClick={onClose}>{words('close')}</Button>}
    >
      <div className={styles.halves}>
        <div className={`form ${styles.form}`}>
          <CampaignStatusMark status={status} isPaused={pause !== null}>
            {pause && <small>{pause}</small>}
          </CampaignStatusMark>
          <dl className={styles.facts}>
            {facts.map(([name, text]) => (
              <div key={name}>
                <dt>{textIn(words, `facts.${name}`) ?? words(`fields.${name}`)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            {template && (
              <div>
                <dt>{words('fields.template')}</dt>
                <dd>{template.name.replaceAll('_', ' ')}</dd>
              </div>
            )}
          </dl>
          {template && connection && beginsOf(connection) === 'by-template' && (
            <FindTemplate connectionId={connection.id} template={template} onFound={setDetails} />
          )}
          {(!isByTemplate || confirmation) && (
            <div className={styles.when}>
              <Segmented
                label={words('messages')}
                items={slots.map((nth) => ({ id: `${nth}`, label: words('message', { nth }) }))}
                chosen={`${slot}`}
                onChoose={(id) => setSlot(Number(id) as Slot)}
              />
            </div>
          )}
        </div>
        <CampaignPreview fields={campaign} slot={slot} isByTemplate={isByTemplate} template={details} media={campaign} />
      </div>
    </Dialog>
  );
};
