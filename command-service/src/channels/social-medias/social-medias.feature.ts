import { socialMedias as definition, fold, type SocialMediaView } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { keeps } from '../../kernel/reference-data.records.ts';
import { type RecordState, recordDecider } from '../../records/record.decider.ts';
import { plainRecord } from '../../records/record.routes.ts';

const decider = recordDecider(definition);

/** Sources that customers come from: a plain record, with which each message of a customer is compared. */
export const socialMedias: Feature = {
  ...plainRecord(definition),
  keeps: keeps('social-medias', decider, ({ records }) =>
    Object.values(records as RecordState<Pick<SocialMediaView, 'message' | 'ref'>>['records'])
      .filter(({ deleted }) => !deleted)
      .map(({ id, message, ref }) => ({ id, message: fold(message), ref: ref === null ? null : fold(ref) })),
  ),
};
