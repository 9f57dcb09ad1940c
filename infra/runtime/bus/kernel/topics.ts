const HOUR = 3_600_000;

/** `compact`: the newest message of each key is kept for ever. Otherwise a message is kept for `retentionMs`, whether read or not. */
export type Topic = { partitions: number; retentionMs: number; compact?: boolean };

export type Topics = Record<string, Topic>;

/** All topics of the product. The number of partitions never changes: keys would move to other partitions and lose their order. */
export const busTopics = {
  /** Key: connection and chat. */
  'channel.inbound': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: connection and chat. Few partitions: nobody waits for it, and it is handled slowly. */
  'channel.receipts': { partitions: 4, retentionMs: 72 * HOUR },
  /** Key: the conversation. */
  'channel.outbound': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: the connection, or the setting or campaign. The gateway builds its tables from this topic, so the newest message of each is kept. */
  'channel.control': { partitions: 1, retentionMs: 72 * HOUR, compact: true },
  /** Key: the conversation. What campaigns send, which must not stand in the way of what people wrote. */
  'campaign.dispatch': { partitions: 12, retentionMs: 72 * HOUR },
  /** Key: a charge. Hints of a bank, which loses nothing if they are lost. */
  payments: { partitions: 4, retentionMs: 72 * HOUR },
  /** Key: the company. Who looked at what: of a company one after the other, because it is written to one stream. */
  'audit.access': { partitions: 4, retentionMs: 72 * HOUR },
  /** Key: the company. One partition, so that frames have one order. */
  push: { partitions: 1, retentionMs: HOUR },
} as const satisfies Topics;

/** Throws for a topic that is not in the table: messages to a misspelt topic would never be read. */
export const topicOf = (topics: Topics, name: string): Topic => {
  const topic = topics[name];
  if (!topic) throw new Error(`Unknown topic "${name}".`);
  return topic;
};
