import { oneAtATime } from './turns.ts';

/** Pieces of work that last until they are told to end. */
const pieces = () => {
  const began: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const piece = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      began.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve()));
    });
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)!(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { began, piece, end };
};

test('C23: one piece of work at a time, in order; what is bulk waits while anything else does', async () => {
  const { began, piece, end } = pieces();
  const alone = oneAtATime(60_000);
  const all = [
    alone(piece('campaign 1'), true),
    alone(piece('campaign 2'), true),
    alone(piece('received')),
    alone(piece('campaign 3'), true),
    alone(piece('attendant')),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual(['campaign 1']);
  await end('campaign 1');
  await end('received', new Error('It went wrong.'));
  expect(began).toEqual(['campaign 1', 'received', 'attendant']);
  await end('attendant');
  await end('campaign 2');
  await end('campaign 3');
  await Promise.all(all);
  expect(began).toEqual(['campaign 1', 'received', 'attendant', 'campaign 2', 'campaign 3']);
  const late = alone(piece('later'));
  await new Promise((resolve) => setImmediate(resolve));
  await end('later');
  await late;
});

test('what does not end holds up the next one for a while only', async () => {
  const { began, piece, end } = pieces();
  const alone = oneAtATime(20);
  await alone(piece('stuck'));
  const next = alone(piece('next'));
  await new Promise((resolve) => setImmediate(resolve));
  await end('next');
  await next;
  expect(began).toEqual(['stuck', 'next']);
});
