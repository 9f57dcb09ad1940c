import { useFormat } from '../../people/sessions/use-format.ts';

/** Formats a time to the second: zones differ from one another by whole minutes. */
export const useShownTime = () => {
  const { date, time } = useFormat();
  const clock = (at: string): string => `${time(at)}:${new Date(at).toISOString().slice(17, 19)}`;
  return { clock, shown: (at: string | undefined): string => (at === undefined ? '' : `${date(at)} ${clock(at)}`) };
};
