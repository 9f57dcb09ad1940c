import type { OfferedPlan } from '@prosa/contracts';
import { companyRoutes, plans } from '@prosa/contracts/schemas';
import { useSelector } from 'react-redux';
import { api } from '../kernel/calls/client.ts';
import { useAnswer } from '../kernel/calls/use-answer.ts';
import { selectMe } from '../people/sessions/sessions.slice.ts';

/** The plan of the own company; null while it is not known, and without one. */
export const usePlan = (isWanted: boolean): OfferedPlan | null => {
  const id = useSelector(selectMe)?.company.id;
  const { reply } = useAnswer(async () => {
    if (!isWanted || !id) return null;
    const { planId } = (await api.call(companyRoutes.show, { params: { id } })).data;
    return planId && (await api.call(plans.routes.show, { params: { id: planId } })).data;
  });
  return reply || null;
};
