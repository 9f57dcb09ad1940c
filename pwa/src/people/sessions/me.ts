import type { Me, PushFrame, QueueView, UserView } from '@prosa/contracts';

/** The signed-in user after a push: their own record, queues' names, the company and its settings. The same object if nothing changed. */
export const foldMe = (me: Me, { channel, action, record }: PushFrame): Me => {
  const { id } = record as { id?: string };
  switch (channel) {
    case 'user': {
      if (id !== me.id || action === 'delete') return me;
      const { super: isSuper, ...user } = record as UserView;
      const { name, email, emailVerified, pendingEmail, profilePicUrl, availability, profile, queueIds, queues } = user;
      const own = { name, email, emailVerified, pendingEmail, profilePicUrl, availability, profile, queueIds, queues };
      return { ...me, ...own, super: isSuper };
    }
    case 'queue': {
      if (!me.queues.some((queue) => queue.id === id)) return me;
      if (action === 'delete') {
        const isLeft = (queueId: string) => queueId !== id;
        return { ...me, queueIds: me.queueIds.filter(isLeft), queues: me.queues.filter((queue) => isLeft(queue.id)) };
      }
      const { name, color } = record as QueueView;
      return { ...me, queues: me.queues.map((queue) => (queue.id === id ? { id: queue.id, name, color } : queue)) };
    }
    case 'company':
      return id === me.company.id ? { ...me, company: { ...me.company, ...(record as Partial<Me['company']>) } } : me;
    case 'setting': {
      const { key, value } = record as { key: string; value: string };
      const others = me.company.settings.filter((setting) => setting.key !== key);
      return { ...me, company: { ...me.company, settings: [...others, { key, value }] } };
    }
    default:
      return me;
  }
};
