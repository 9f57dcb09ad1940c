import { SimulatorEvent } from './bus.contract.ts';

const wrote = (from: string) =>
  SimulatorEvent.safeParse({ id: 'm1', type: 'text', from, text: 'Oi', at: '2026-03-01T12:00:00.000Z' });

test.each(['5511987650001', '+55 (11) 98765-0001', '3333-0001'])('%s is a number to write from', (from) => {
  expect(wrote(from).success).toBe(true);
});

test.each(['--------', '(11) 98-7', '', '+5511x87650001', '1'.repeat(21)])('"%s" is none', (from) => {
  expect(wrote(from).error?.issues[0]?.path).toEqual(['from']);
});
