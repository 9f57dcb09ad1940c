import { socialMedias as definition, fold, limits, Refused, type SocialMediaView } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { keeps } from '../../kernel/reference-data.records.ts';
import { recordDecider } from '../../records/record.decider.ts';
import { recordRoutes } from '../../records/record.routes.ts';

type Fields = Pick<SocialMediaView, 'name' | 'color' | 'message' | 'ref'>;

const decider = recordDecider<Fields>(definition, {
  creates: (fields, others) => {
    if (others.length >= limits.socialMedias) throw new Refused('ERR_TOO_MANY_SOCIAL_MEDIAS');
    return fields;
  },
});

/** Sources that customers come from: a record, with which each message of a customer is compared. */
export const socialMedias: Feature = {
  name: definition.name,
  routes: (app, deps) => recordRoutes<Fields>(app, deps, definition, { decider }),
  keeps: keeps('social-medias', decider, ({ records }) =>
    Object.values(records)
      .filter(({ deleted }) => !deleted)
      .map(({ id, message, ref }) => ({ id, message: fold(message), ref: ref === null ? null : fold(ref) })),
  ),
};
