import { companyRoutes, type SettingKey } from '@prosa/contracts';
import { createCommand } from '../kernel/command.saga.ts';

/** Sets one setting of the company; every screen learns of it by a push. */
export const changeSetting = createCommand({
  type: 'settings/change',
  route: companyRoutes.changeSetting,
  by: ({ key }) => key,
  request: ({ key, value }: { key: SettingKey; value: string }) => ({ params: { key }, body: { value } }),
});
