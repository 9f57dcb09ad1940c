import type { CardView, LaneView } from '@prosa/contracts';
import type { Words } from '../../records/use-words.ts';
import { calledBy } from '../contacts/titles.ts';

/** The title of a card: what its contact is called. */
export const cardName = ({ contact }: Pick<CardView, 'contact'>): string => calledBy(contact);

/** The name of a lane; the first one has no name of its own. */
export const laneName = (words: Words, lane: Pick<LaneView, 'tagId' | 'name'> | undefined): string =>
  lane?.tagId == null ? words('firstLane') : (lane.name ?? '');
