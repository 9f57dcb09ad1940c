import { PLATFORM, tags as tagDefinition } from '@prosa/contracts';
import { connections } from '../channels/connections/connections.decider.ts';
import { company } from '../company/companies/companies.decider.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import { plansDecider } from '../company/plans/plans.feature.ts';
import { queues } from '../flows/queues/queues.decider.ts';
import { createUser } from '../people/users/create-user.ts';
import { recordDecider } from '../records/record.decider.ts';
import { writeDemoFile } from './demo-file.ts';
import { DEMO_PASSWORD, demoId, type Scene, type SeedDeps, scenesOf } from './scene.ts';

const actor = { kind: 'system', id: 'demo' } as const;
const tags = recordDecider(tagDefinition);

/**
 * Creates the companies of the demonstration, `count` of them and another one; a start after a crash continues where it stopped. With `file`,
 * writes the credentials for the simulator and the tests.
 */
export const seedDemo = async (
  deps: SeedDeps,
  { file, count = 1 }: { file?: string | undefined; count?: number },
): Promise<void> => {
  await offerPlans(deps);
  for (const scene of scenesOf(count)) await seed(deps, scene);
  if (file) await writeDemoFile(deps, file, count);
};

/** Plans to choose from at the sign-up. */
const plans = [
  { name: 'Essencial', users: 3, connections: 1, queues: 3, value: 99.9 },
  { name: 'Equipe', users: 15, connections: 3, queues: 10, value: 249.9 },
  { name: 'Empresa', users: 60, connections: 10, queues: 40, value: 699 },
];

const offerPlans = async ({ handle }: SeedDeps): Promise<void> => {
  for (const fields of plans)
    await handle({
      commandId: demoId('plans', 'command', fields.name),
      actor,
      companyId: PLATFORM,
      decider: plansDecider,
      stream: `plans-${PLATFORM}`,
      command: { do: 'create', id: demoId('plans', fields.name), fields },
      missing: 'ERR_NO_PLAN_FOUND',
    });
};

const seed = async (deps: SeedDeps, scene: Scene): Promise<void> => {
  const { handle, clock } = deps;
  const idOf = (...names: string[]) => demoId(scene.key, ...names);
  const companyId = idOf('company');
  const common = (...names: string[]) => ({ commandId: idOf('command', ...names), actor, companyId });

  await handle({
    ...common('company'),
    decider: company,
    stream: `company-${companyId}`,
    command: { do: 'register company', companyId, fields: companyFields(scene.name, clock()) },
    missing: 'ERR_NO_COMPANY_FOUND',
  });
  for (const { key, name, color } of scene.queues) {
    const fields = {
      name,
      color,
      greetingMessage: '',
      outOfHoursMessage: '',
      isDefault: false,
      schedules: [],
      warnAfterMinutes: null,
      lateAfterMinutes: null,
      distribution: 'manual' as const,
      maxPerUser: null,
    };
    await handle({
      ...common('queue', key),
      decider: queues,
      stream: `queues-${companyId}`,
      command: { do: 'create', id: idOf('queue', key), fields, limit: null },
      missing: 'ERR_NO_QUEUE_FOUND',
    });
  }
  for (const { name, color } of scene.tags) {
    const id = idOf('tag', name);
    await handle({
      ...common('tag', name),
      decider: tags,
      stream: `tag-${id}`,
      command: { do: 'create', id, fields: { name, color, kanban: 0 } },
      missing: 'ERR_NO_TAG_FOUND',
    });
  }
  const { queue, ...texts } = scene.connection;
  const queueIds = [idOf('queue', queue)];
  await handle({
    ...common('connection'),
    decider: connections,
    stream: `connections-${companyId}`,
    command: {
      do: 'create',
      id: idOf('connection'),
      fields: {
        ...texts,
        channel: 'simulator',
        isDefault: true,
        queueIds,
        outOfHoursMessage: '',
        ratingMessage: '',
        provider: 'beta',
        finishBotUrl: '',
        webhookUrl: '',
        closeAfterMinutes: 0,
      },
      facts: { queueIds },
    },
    missing: 'ERR_NO_WAPP_FOUND',
  });
  const create = createUser(deps);
  for (const { email, name, profile, super: isSuper = false, queues: keys } of scene.users) {
    await create({
      ...common('user', email),
      userId: idOf('user', email),
      fields: { name, email, profile, queueIds: keys.map((key) => idOf('queue', key)) },
      password: DEMO_PASSWORD,
      super: isSuper,
    });
  }
};
