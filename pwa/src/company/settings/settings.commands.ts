import { companyRoutes, type IntegrationKey, type SettingKey } from '@prosa/contracts';
import { createCommand } from '../../kernel/calls/command.saga.ts';

/** Sets one setting or integration key of the company; every screen that may see it learns of it by a push. */
export const changeSetting = createCommand({
  type: 'settings/change',
  route: companyRoutes.changeSetting,
  by: ({ key }) => key,
  request: ({ key, value }: { key: SettingKey | IntegrationKey; value: string }) => ({ params: { key }, body: { value } }),
});
