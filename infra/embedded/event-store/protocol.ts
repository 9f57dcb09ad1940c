/**
 * EventStoreDB's messages and service definitions, from the client's package. They are CommonJS and use the package's own copy of
 * google-protobuf, so everything is required from the client's location: messages of another copy would be incompatible.
 */
import { createRequire } from 'node:module';
import type * as features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as statuses from '@eventstore/db-client/generated/status_pb.js';
import type * as streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import type * as anys from 'google-protobuf/google/protobuf/any_pb.js';
import type * as empties from 'google-protobuf/google/protobuf/empty_pb.js';

const here = createRequire(import.meta.url);
const client = createRequire(here.resolve('@eventstore/db-client/package.json'));

export const streamMessages: typeof streams = client('./generated/streams_pb.js');
export const sharedMessages: typeof shared = client('./generated/shared_pb.js');
export const statusMessages: typeof statuses = client('./generated/status_pb.js');
export const featureMessages: typeof features = client('./generated/serverfeatures_pb.js');
export const { Any }: typeof anys = client('google-protobuf/google/protobuf/any_pb.js');
export const { Empty }: typeof empties = client('google-protobuf/google/protobuf/empty_pb.js');
export const StreamsService: ServiceDefinition = client('./generated/streams_grpc_pb.js').StreamsService;
export const ServerFeaturesService: ServiceDefinition = client('./generated/serverfeatures_grpc_pb.js').ServerFeaturesService;
