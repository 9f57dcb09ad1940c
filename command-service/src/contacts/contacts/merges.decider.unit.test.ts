import { newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type MergesEvent, merges } from './merges.decider.ts';

const [a, b, c] = [newId(), newId(), newId()];
const begun = (contactId: string, into: string): MergesEvent => ({ type: 'ContactMergeBegun', data: { contactId, into } });
const begin = (contactId: string, into: string) => ({ do: 'begin merge', contactId, into }) as const;
const when = (events: MergesEvent[], command: ReturnType<typeof begin>) => given(merges, events).when(command);

test('a contact is merged into another one', () => when([], begin(a, b)).gives([begun(a, b)]));
test('the kept one may be merged later', () => when([begun(a, b)], begin(b, c)).gives([begun(b, c)]));
test('a merged one is not merged again', () => when([begun(a, b)], begin(a, c)).refuses('ERR_NO_CONTACT_FOUND'));
test('two are not merged into each other, nor three in a ring', () => {
  when([begun(a, b)], begin(b, a)).refuses('ERR_NO_CONTACT_FOUND');
  when([begun(a, b), begun(b, c)], begin(c, a)).refuses('ERR_NO_CONTACT_FOUND');
});
