import { type ContactView, Refused } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import { type ContactRecord, toContactView } from './contact.reading.ts';

/** Converts a contact to what calls answer. Throws Refused ERR_NO_CONTACT_FOUND for none. */
export const viewWith = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): ((record: ContactRecord | null) => ContactView) => {
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);
  return (record) => {
    if (!record) throw new Refused('ERR_NO_CONTACT_FOUND');
    return toContactView(record, (mediaId) => links.pathOf(mediaId, clock().getTime()));
  };
};
