import type { Feature } from '../../shell/feature.ts';
import { chooseAvailability } from './availability.commands.ts';

/** Whether the user takes new tickets, as the account menu says. */
export const feature: Feature = { name: 'availability', saga: chooseAvailability.saga };
