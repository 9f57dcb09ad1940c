import { metaProviders } from './channels/meta/meta.providers.ts';
import type { Provider, Tools } from './channels/provider.port.ts';
import { sampleProvider } from './channels/simulator/sample.provider.ts';
import { simulatorProvider } from './channels/simulator/simulator.provider.ts';
import { whatsAppProvider } from './channels/whatsapp/whatsapp.provider.ts';

/** Every provider of the gateway: the only place that lists them. */
export const providers = (tools: Tools): Provider[] => [
  simulatorProvider(tools),
  sampleProvider(tools),
  whatsAppProvider(tools),
  ...metaProviders(tools),
];
