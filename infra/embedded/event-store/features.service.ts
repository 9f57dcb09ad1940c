import type { handleUnaryCall } from '@grpc/grpc-js';
import { featureMessages, ServerFeaturesService, StreamsService, type sharedMessages } from '../../runtime/store/protocol.ts';

const { SupportedMethod, SupportedMethods } = featureMessages;

/** The EventStoreDB version whose behaviour is implemented: with it the client uses all of its features. */
export const SERVER_VERSION = '24.2.0';

const methods = [StreamsService, ServerFeaturesService].flatMap((service) =>
  Object.values(service).map(({ path }) => {
    const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(serviceName).setMethodName(methodName);
  }),
);

/** ServerFeatures/GetSupportedMethods: the methods of this server; all others answer UNIMPLEMENTED. */
export const featuresHandler: handleUnaryCall<
  InstanceType<typeof sharedMessages.Empty>,
  InstanceType<typeof SupportedMethods>
> = (_call, callback) =>
  callback(null, new SupportedMethods().setEventStoreServerVersion(SERVER_VERSION).setMethodsList(methods));
