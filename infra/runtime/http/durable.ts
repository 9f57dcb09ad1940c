import { Refused } from '@prosa/contracts';

/** Rejects with ERR_BUSY if what a caller reports is not durable in time, or cannot be: callers of webhooks deliver again. */
export const durable = async (published: Promise<void>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refused('ERR_BUSY')), ms);
  });
  try {
    await Promise.race([published, late]);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('ERR_BUSY');
  } finally {
    clearTimeout(timer);
  }
};
