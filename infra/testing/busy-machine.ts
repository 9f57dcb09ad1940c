import { machine } from '../runtime/kernel/rest.ts';

/** In this test file loops rest as on a busy machine, however idle it is (ADR 592). */
export const onBusyMachine = (): void => {
  const { load } = machine;
  beforeAll(() => {
    machine.load = () => 1;
  });
  afterAll(() => {
    machine.load = load;
  });
};
