import type { Office } from './connecting.ts';
import type { Customers } from './customers.ts';
import { cloudCustomers, messengerCustomers } from './graph.channel.ts';
import { whatsAppCustomers } from './whatsapp.channel.ts';

export type ChannelChoice = 'simulator' | 'whatsapp' | 'cloud' | 'messenger';

const PEER = 'http://127.0.0.1:8090';
const STAND_IN = 'http://127.0.0.1:8091';

/** The options of `simulate` for a channel; `peer`: where its other side is, if not at its own port. */
export const opening = (channel: ChannelChoice, peer?: string): { open?: (office: Office) => Promise<Customers> } => {
  switch (channel) {
    case 'whatsapp':
      return { open: (office) => whatsAppCustomers(office, peer ?? PEER) };
    case 'cloud':
      return { open: (office) => cloudCustomers(office, peer ?? STAND_IN) };
    case 'messenger':
      return { open: (office) => messengerCustomers(office, peer ?? STAND_IN) };
    default:
      return {};
  }
};
