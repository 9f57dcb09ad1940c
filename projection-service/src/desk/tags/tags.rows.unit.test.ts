import { tags as definition, newId } from '@prosa/contracts';
import { recordRows } from '../../records/record.rows.ts';
import { fact, given } from '../../testing/fold.ts';

const { created, changed, deleted } = definition.events;
const rows = recordRows(definition);
const id = newId();
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const made = fact(created, { id, name: 'Atrasado', color: '#aa0000', kanban: 0, userId: id }, { at: first });

test('a tag is stored as created, a change changes the named fields, and a deleted one keeps its row', () => {
  given(rows, made).gives({ id, userId: id, name: 'Atrasado', color: '#AA0000', kanban: 0, deleted: false, createdAt: first });
  given(rows, made, fact(changed, { id, kanban: 1 }, { at: later })).gives({
    name: 'Atrasado',
    color: '#AA0000',
    kanban: 1,
    updatedAt: later,
  });
  given(rows, made, fact(deleted, { id }, { at: later })).gives({ name: 'Atrasado', deleted: true });
});
