import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isNearEnd } from '../../ui/hooks/use-near-end.ts';
import { chats } from './chats.slice.ts';

/** For the scrolled element that shows the chats: fetches the next page near its end, which a page may also leave visible. */
export const useMoreChats = () => {
  const dispatch = useDispatch();
  const { status, more, live } = useSelector(chats.selectState);
  const box = useRef<HTMLUListElement>(null);
  const look = () => {
    if (box.current && isNearEnd(box.current)) dispatch(chats.more());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only scrolling tries again what has failed
  useEffect(() => {
    if (status === 'ready' && more === 'idle' && live.hasMore) look();
  }, [status, more, live.hasMore, live.ids.length]);
  return { ref: box, onScroll: look };
};
