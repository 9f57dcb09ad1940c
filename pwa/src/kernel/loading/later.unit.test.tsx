import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { later, useLater } from './later.ts';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** A part whose requests the test answers, one after the other. */
const aPart = () => {
  const requests: PromiseWithResolvers<{ words: string }>[] = [];
  const part = later(() => {
    const request = Promise.withResolvers<{ words: string }>();
    requests.push(request);
    return request.promise;
  });
  return { part, requests };
};
type Part = ReturnType<typeof aPart>['part'];

const Shown = ({ part, isWanted = true }: { part: Part; isWanted?: boolean }) => useLater(part, isWanted)?.words ?? 'nothing yet';

class Screen extends Component<{ children: ReactNode }, { error: unknown }> {
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override state = { error: null };
  override render = () => (this.state.error === null ? this.props.children : 'the screen failed');
}

test('a part is asked for when somebody wants it, once for all, and is there at once from then on', async () => {
  const { part, requests } = aPart();
  const { rerender } = render(<Shown part={part} isWanted={false} />);
  expect(requests).toHaveLength(0);
  rerender(<Shown part={part} />);
  render(<Shown part={part} />);
  expect(screen.getAllByText('nothing yet')).toHaveLength(2);
  expect(requests).toHaveLength(1);
  await act(async () => requests[0]!.resolve({ words: 'here' }));
  expect(screen.getAllByText('here')).toHaveLength(2);
  render(<Shown part={part} />);
  expect(screen.getAllByText('here')).toHaveLength(3);
});

test('a part that cannot be loaded is asked for again; when that does not help, the screen fails', async () => {
  jest.useFakeTimers();
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { part, requests } = aPart();
  render(
    <Screen>
      <Shown part={part} />
    </Screen>,
  );
  const fails = async () => {
    await act(async () => requests.at(-1)!.reject(new Error('gone')));
    await act(() => jest.runAllTimersAsync());
  };
  await fails();
  await fails();
  expect(requests).toHaveLength(3);
  expect(screen.queryByText('nothing yet')).not.toBeNull();
  await fails();
  expect(screen.queryByText('the screen failed')).not.toBeNull();
  quiet.mockRestore();
});
