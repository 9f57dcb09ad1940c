/**
 * EventStoreDB's messages, services and conversions that the client's package has but does not export: the only file that reaches into it.
 * They are CommonJS and use the package's own copy of google-protobuf, so everything is required from the client's location: messages of
 * another copy would be incompatible.
 */
import { createRequire } from 'node:module';
import type * as connectionStrings from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import type * as unpacking from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import type * as conversion from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import type * as featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type * as features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as statuses from '@eventstore/db-client/generated/status_pb.js';
import type * as streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as streams from '@eventstore/db-client/generated/streams_pb.js';
import type * as anys from 'google-protobuf/google/protobuf/any_pb.js';
import type * as empties from 'google-protobuf/google/protobuf/empty_pb.js';
import type * as timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';

const here = createRequire(import.meta.url);
const client = createRequire(here.resolve('@eventstore/db-client/package.json'));

export const streamMessages: typeof streams = client('./generated/streams_pb.js');
export const sharedMessages: typeof shared = client('./generated/shared_pb.js');
export const statusMessages: typeof statuses = client('./generated/status_pb.js');
export const featureMessages: typeof features = client('./generated/serverfeatures_pb.js');
export const { Any }: typeof anys = client('google-protobuf/google/protobuf/any_pb.js');
export const { Empty }: typeof empties = client('google-protobuf/google/protobuf/empty_pb.js');
export const { Timestamp }: typeof timestamps = client('google-protobuf/google/protobuf/timestamp_pb.js');
export const { StreamsService, StreamsClient }: typeof streamServices = client('./generated/streams_grpc_pb.js');
export const { ServerFeaturesService, ServerFeaturesClient }: typeof featureServices = client(
  './generated/serverfeatures_grpc_pb.js',
);
export const { parseConnectionString }: typeof connectionStrings = client('./dist/Client/parseConnectionString.js');
export const { unpackToCommandError }: typeof unpacking = client('./dist/streams/appendToStream/unpackError.js');
export const { convertGrpcEvent }: typeof conversion = client('./dist/utils/convertGrpcEvent.js');
