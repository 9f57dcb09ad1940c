import { type ExportSummary, exportRoutes, newId } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';

/** The pause between two looks at exports that are being made. */
const LOOK_MS = 2_000;

const isBeingMade = ({ status }: ExportSummary): boolean => status === 'waiting';

/**
 * The exports of a ticket, or all of the company (null), and the way to begin another. While one is being made, whoever has begun it, the
 * list is fetched again and again.
 */
export const useExports = (ticketId: string | null) => {
  const { reply, failure, again } = useAnswer(() => call(exportRoutes.list, { query: ticketId === null ? {} : { ticketId } }));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  // The same over retries: a request whose answer was lost has begun an export already.
  const key = useRef(newId());
  const list = reply?.data.exports ?? null;
  const made = list?.find((one) => isBeingMade(one) && (ticketId !== null || one.tickets === null)) ?? null;
  const isAnyMade = list?.some(isBeingMade) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer, and each failure, is followed by another look
  useEffect(() => {
    if (!isAnyMade) return;
    const timer = setTimeout(again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isAnyMade, reply, failure, again]);
  const start = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    const language = currentLanguage();
    try {
      const body = ticketId === null ? { kind: 'company' as const, language } : { ticketIds: [ticketId], language };
      await call(exportRoutes.request, { body, idempotencyKey: key.current });
      key.current = newId();
      again();
    } catch (error) {
      setRefusal(failureOf(error));
    }
    setBusy(false);
  };
  return { list, failure, again, made, isBusy, refusal, start: () => void start() };
};
