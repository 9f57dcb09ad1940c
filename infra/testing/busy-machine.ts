import { machine } from '../runtime/kernel/rest.ts';

/**
 * In this test file loops rest as on a busy machine, however idle it is. Returns how often they have rested: a test that there is
 * no rest counts them, because how long something takes says more about the machine.
 */
export const onBusyMachine = (): (() => number) => {
  const { load } = machine;
  let rests = 0;
  beforeAll(() => {
    machine.load = () => {
      rests += 1;
      return 1;
    };
  });
  afterAll(() => {
    machine.load = load;
  });
  return () => rests;
};
