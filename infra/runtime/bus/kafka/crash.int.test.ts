import type { PartitionAssigner } from 'kafkajs';
import { AssignerProtocol, Kafka, logLevel } from 'kafkajs';
import { testBrokers, until, world } from '../bus.fixture.ts';

/** A partition assigner that our members do not have: the broker refuses to let a member join the group with it. */
const strangeAssigner: PartitionAssigner = () => ({
  name: 'strange',
  version: 1,
  assign: async ({ members, topics }) =>
    members.map(({ memberId }) => ({
      memberId,
      memberAssignment: AssignerProtocol.MemberAssignment.encode({
        version: 1,
        assignment: Object.fromEntries(topics.map((topic) => [topic, [0]])),
        userData: Buffer.alloc(0),
      }),
    })),
  protocol: ({ topics }) => ({
    name: 'strange',
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
  }),
});

test('a consumer that crashes permanently reports it, and the bus is no longer healthy', async () => {
  const at = await world('KafkaBus');
  const stranger = new Kafka({ brokers: [testBrokers()], logLevel: logLevel.NOTHING }).consumer({
    groupId: at.single,
    partitionAssigners: [strangeAssigner],
  });
  try {
    let joined = false;
    stranger.on(stranger.events.GROUP_JOIN, () => {
      joined = true;
    });
    await stranger.connect();
    await stranger.subscribe({ topics: [at.single] });
    await stranger.run({ eachMessage: async () => undefined });
    await until('the stranger has joined', () => joined);

    const bus = await at.open();
    await bus.health();
    const crashes: Error[] = [];
    const consuming = bus.consume({
      group: at.single,
      topics: [at.single],
      handle: async () => undefined,
      onCrash: (error) => crashes.push(error),
    });
    await expect(consuming).rejects.toThrow(/inconsistent|protocol/i);
    expect(crashes).toHaveLength(1);
    await expect(bus.health()).rejects.toThrow('crashed');
  } finally {
    await stranger.disconnect();
    await at.end();
  }
});
