const HOUR = 3_600_000;

/** `compact`: for each key the newest message is kept for ever. Else a message is kept for `retentionMs`, read or not. */
export type Topic = { partitions: number; retentionMs: number; compact?: boolean };

export type Topics = Record<string, Topic>;

/** Every topic of the house. The number of partitions never changes: keys would move and lose their order. */
export const busTopics = {
  /** Key: connection and chat. */
  'channel.inbound': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: the conversation's. */
  'channel.outbound': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: the connection. The gateway's table is built from it, so the newest word on each connection stays. */
  'channel.control': { partitions: 1, retentionMs: 72 * HOUR, compact: true },
  /** Key: the connection. */
  'campaign.dispatch': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: the company. One partition, so that frames have one order. */
  push: { partitions: 1, retentionMs: HOUR },
} as const satisfies Topics;

/** Throws for a topic that is not in the table: a misspelt one would wait for ever. */
export const topicOf = (topics: Topics, name: string): Topic => {
  const topic = topics[name];
  if (!topic) throw new Error(`Unknown topic "${name}".`);
  return topic;
};
