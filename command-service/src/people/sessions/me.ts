import type { AvailabilityFact, Me } from '@prosa/contracts';
import type { MediaLinks, Store } from '@prosa/infra/runtime';
import type { ReferenceData } from '../../kernel/reference-data.ts';

/** The signed-in user as the screens keep it; null if the user does not exist any more. */
export const meOf = async (
  { referenceData, links, store, clock }: { referenceData: ReferenceData; links: MediaLinks; store: Store; clock: () => Date },
  { userId, companyId }: { userId: string; companyId: string },
): Promise<Me | null> => {
  const [user, company, queues, [chosen]] = await Promise.all([
    referenceData.user(companyId, userId),
    referenceData.company(companyId),
    referenceData.queues(companyId),
    store.load(`availability-${userId}`, { direction: 'backwards', max: 1 }) as Promise<AvailabilityFact[]>,
  ]);
  if (!user || !company) return null;
  const { name, email, emailVerified, pendingEmail, pictureId, profile, queueIds } = user;
  const mine = queueIds.flatMap((id) => queues.get(id) ?? []).filter(({ deleted }) => !deleted);
  const { dueDate, tagForce, timeZone, schedules, holidays } = company;
  return {
    id: userId,
    name,
    email,
    emailVerified,
    pendingEmail,
    profilePicUrl: pictureId === null ? null : links.pathOf(pictureId, clock().getTime()),
    availability: chosen?.data.availability ?? 'available',
    profile,
    super: user.super,
    companyId,
    queueIds: mine.map(({ id }) => id),
    queues: mine.map(({ id, name, color }) => ({ id, name, color })),
    company: {
      id: companyId,
      name: company.name,
      dueDate,
      tagForce,
      timeZone,
      schedules: [...schedules],
      holidays: [...holidays],
      settings: Object.entries(company.settings).map(([key, value]) => ({ key, value })),
    },
  };
};
