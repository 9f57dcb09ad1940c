import { once } from 'node:events';
import { connect } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';
import { final, inTime, networkReason, type Reason } from './trouble.ts';

const TOLD = {
  trust: 'Prosa speaks to Kafka without TLS: name a listener of the kind PLAINTEXT.',
  plain: 'Prosa speaks to Kafka without TLS: name a listener of the kind PLAINTEXT.',
};
const BROKER = /^(\[[\da-f:.]+\]|[^\s:/@]+):\d{1,5}$/i;

/** Asks the brokers who belongs to the cluster, and whether each of these answers at the address by which it calls itself. */
export const tryKafka = async (list: string, ms: number): Promise<Reason | null> => {
  const brokers = list.split(',').map((broker) => broker.trim());
  if (!brokers.every((broker) => BROKER.test(broker)))
    return final('This is no list of brokers', 'Write it as host:port,host:port, without a scheme.');
  const admin = new Kafka({
    clientId: 'prosa-start',
    brokers,
    connectionTimeout: ms,
    requestTimeout: ms,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin();
  try {
    const cluster = await inTime(
      ms,
      (async () => {
        await admin.connect();
        return admin.describeCluster();
      })(),
    );
    return await called(cluster.brokers, ms);
  } catch (error) {
    return networkReason(error, TOLD);
  } finally {
    void admin.disconnect().catch(() => undefined);
  }
};

/** Clients are sent to the addresses that the brokers advertise: often the first mistake of a new cluster. */
const called = async (brokers: readonly { host: string; port: number }[], ms: number): Promise<Reason | null> => {
  for (const { host, port } of brokers) {
    const socket = connect(port, host);
    try {
      await inTime(ms, once(socket, 'connect'));
    } catch (error) {
      const { reason, remedy } = networkReason(error, TOLD);
      return {
        reason: `A broker calls itself ${host}:${port}, and there: ${reason.toLowerCase()}`,
        remedy: `Correct advertised.listeners of the broker if this machine cannot reach that address. ${remedy}`,
        isFinal: false,
      };
    } finally {
      socket.destroy();
    }
  }
  return null;
};
