/** Space that stays free for other data of this device. */
const RESERVE = 20_000_000;

/** Whether files of this total size can wait on this device. True if the browser does not report its space. */
export const hasRoomFor = async (bytes: number): Promise<boolean> => {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined || quota - usage - RESERVE >= bytes;
};
