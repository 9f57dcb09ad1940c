import UserX from 'lucide-react/icons/user-x';
import type { Feature } from '../../shell/feature.ts';
import { removeSample } from './sample-customer.commands.ts';

/** The company's test customer: their tickets are marked, and can be removed with all that they left. */
export const feature: Feature = {
  name: 'sample-customer',
  saga: removeSample.saga,
  ticketActs: [
    {
      id: 'remove-sample',
      label: { pt: 'Apagar cliente de exemplo', en: 'Remove the sample customer', es: 'Eliminar el cliente de ejemplo' },
      icon: UserX,
      may: 'sample-customer:play',
      offers: ({ channel }) => channel === 'sample',
      start: removeSample.start,
    },
  ],
};
