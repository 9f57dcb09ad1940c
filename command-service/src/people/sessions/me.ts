import type { Me } from '@prosa/contracts';
import type { MediaLinks } from '@prosa/infra/runtime';
import type { ReferenceData } from '../../kernel/reference-data.ts';

/** The signed-in user as the screens keep it; null if the user does not exist any more. */
export const meOf = async (
  { referenceData, links, clock }: { referenceData: ReferenceData; links: MediaLinks; clock: () => Date },
  { userId, companyId }: { userId: string; companyId: string },
): Promise<Me | null> => {
  const [user, company, queues] = await Promise.all([
    referenceData.user(companyId, userId),
    referenceData.company(companyId),
    referenceData.queues(companyId),
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
