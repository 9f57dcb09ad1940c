import type { Answered, Asked } from './encoder.worker.ts';

type Wish = Exclude<Asked['ask'], 'begin'>;
type Encoding = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>;

/**
 * Asks an encoder for its MP3. It answers in the order of the questions, and may be asked again before it has answered. Rejects with the
 * error that it answers; once the worker itself fails, each question is rejected with that.
 */
export const askerOf = (worker: Encoding) => {
  const waiting: PromiseWithResolvers<Blob>[] = [];
  let failure: Error | null = null;
  worker.onmessage = ({ data }: MessageEvent<Answered>) => {
    const first = waiting.shift();
    if (data.answer === 'parts') first?.resolve(new Blob(data.parts, { type: 'audio/mpeg' }));
    else first?.reject(new Error(data.message));
  };
  worker.onerror = ({ message }) => {
    failure = new Error(message);
    for (const one of waiting.splice(0)) one.reject(failure);
  };
  return (wish: Wish): Promise<Blob> => {
    if (failure) return Promise.reject(failure);
    const one = Promise.withResolvers<Blob>();
    waiting.push(one);
    const asked: Asked = { ask: wish };
    worker.postMessage(asked);
    return one.promise;
  };
};
