import { type ConnectionView, connections as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The company's connections by name. */
export const connections = createLookup({
  name: 'connections',
  channel: 'whatsapp',
  route: definition.routes.list,
  recordsOf: (connections) => connections,
  compare: inOrder('name'),
});

/** Whether one of them has any other status than connected. */
export const selectIsAnyDown = (state: object): boolean =>
  connections.selectAll(state).some(({ status }: ConnectionView) => status !== 'CONNECTED');
