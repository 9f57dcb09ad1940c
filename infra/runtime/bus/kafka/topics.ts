import type { Logger } from '../../kernel/log.ts';
import type { Topic, Topics } from '../kernel/topics.ts';
import { kafkaClient, patiently } from './client.ts';

const settings = (topic: Topic, replication: number): Record<string, string> => ({
  'cleanup.policy': topic.compact ? 'compact' : 'delete',
  ...(topic.compact ? { 'min.compaction.lag.ms': '3600000' } : { 'retention.ms': String(topic.retentionMs) }),
  // Kafka expires whole segments: small segments, so that a topic with a retention of one hour keeps little more than an hour.
  'segment.ms': String(Math.max(600_000, Math.min(topic.retentionMs / 4, 86_400_000))),
  'min.insync.replicas': String(replication >= 3 ? 2 : 1),
});

/** Creates the missing topics and waits until they have leaders. Existing topics are not changed. */
export const createTopics = async (config: {
  brokers: string;
  clientId: string;
  topics: Topics;
  replication: number;
  log: Logger;
}): Promise<void> => {
  const { topics, replication, log } = config;
  const admin = kafkaClient(config).admin();
  try {
    await patiently(30_000, log, () => admin.connect());
    await patiently(30_000, log, async () => {
      const present = new Set(await admin.listTopics());
      const missing = Object.entries(topics).filter(([name]) => !present.has(name));
      if (missing.length === 0) return;
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map(([topic, one]) => ({
          topic,
          numPartitions: one.partitions,
          replicationFactor: replication,
          configEntries: Object.entries(settings(one, replication)).map(([name, value]) => ({ name, value })),
        })),
      });
    });
  } finally {
    await admin.disconnect();
  }
};
