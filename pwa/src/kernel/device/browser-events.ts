import { buffers, type EventChannel, eventChannel } from 'redux-saga';

/** Events of the window or the document as a saga channel that loses none; close it in `finally`. */
export const browserEvents = (target: EventTarget, ...types: string[]): EventChannel<Event> =>
  eventChannel<Event>((tell) => {
    for (const type of types) target.addEventListener(type, tell);
    return () => {
      for (const type of types) target.removeEventListener(type, tell);
    };
  }, buffers.expanding());
