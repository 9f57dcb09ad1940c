import type { ProviderMaker } from './channels/provider.port.ts';
import { simulatorProvider } from './channels/simulator/simulator.provider.ts';

/** Every provider of the gateway: the one place that names them. */
export const providers: readonly ProviderMaker[] = [simulatorProvider];
