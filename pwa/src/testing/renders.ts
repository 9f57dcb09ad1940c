import type { ComponentProps, JSXElementConstructor } from 'react';

/** The fields of React's internal tree that are used here. */
type Fiber = {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: unknown;
};
type Hook = {
  supportsFiber: true;
  inject: () => number;
  onCommitFiberRoot: (id: number, root: { current: Fiber }) => void;
  heard: ((fiber: Fiber) => void) | null;
};

/** React's flag for a component whose function ran in the commit. */
const RAN = 1;

/** Visits the nodes that a commit has processed: a subtree shared with the previous tree was not. */
const visit = (now: Fiber, before: Fiber | null, tell: (fiber: Fiber) => void): void => {
  if ((now.flags & RAN) !== 0) tell(now);
  if (before !== null && now.child === before.child) return;
  for (let child = now.child; child !== null; child = child.sibling) {
    const known = child.alternate;
    // A child that was not processed is the same object in both trees.
    if (known !== null && isAmong(before, child)) continue;
    visit(child, known, tell);
  }
};

const isAmong = (parent: Fiber | null, child: Fiber): boolean => {
  for (let one = parent?.child ?? null; one !== null; one = one.sibling) if (one === child) return true;
  return false;
};

const shared = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
// React looks for this hook when it is loaded, once for all test files of a worker: their runner loads this file first.
shared.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot: (_, { current }) => {
    if (hook.heard) visit(current, current.alternate, hook.heard);
  },
  heard: null,
};
const hook = shared.__REACT_DEVTOOLS_GLOBAL_HOOK__;

/** Returns the props with which each of the components was rendered during `work`, in order. */
// biome-ignore lint/suspicious/noExplicitAny: components of any props
export const rendersOf = async <const Components extends readonly JSXElementConstructor<any>[]>(
  components: Components,
  work: () => Promise<unknown>,
): Promise<{ [At in keyof Components]: ComponentProps<Components[At]>[] }> => {
  const found: unknown[][] = components.map(() => []);
  // For a memoised component the inner function.
  const functions: unknown[] = components.map((component) => (component as { type?: unknown }).type ?? component);
  hook.heard = ({ type, memoizedProps }) => {
    found[functions.indexOf(type)]?.push(memoizedProps);
  };
  try {
    await work();
  } finally {
    hook.heard = null;
  }
  return found as { [At in keyof Components]: ComponentProps<Components[At]>[] };
};
