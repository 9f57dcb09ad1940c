import { newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { twoStep } from './two-step.decider.ts';

const userId = newId();
const data = { userId };
const tell = (on: boolean) => ({ do: 'tell two-step', userId, on }) as const;
const on = { type: 'TwoStepTurnedOn', data } as const;
const off = { type: 'TwoStepTurnedOff', data } as const;

test('the first time it is turned on is told', () => given(twoStep, []).when(tell(true)).gives([on]));
test('nothing is told of one who never had it', () => given(twoStep, []).when(tell(false)).gives([]));
test('what is known is not told again', () => given(twoStep, [on]).when(tell(true)).gives([]));
test('it is told that it was turned off, and on again', async () => {
  await given(twoStep, [on]).when(tell(false)).gives([off]);
  await given(twoStep, [on, off]).when(tell(true)).gives([on]);
});
