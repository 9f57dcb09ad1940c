import type { handleUnaryCall } from '@grpc/grpc-js';
import { featureMessages, ServerFeaturesService, StreamsService, type sharedMessages } from './protocol.ts';

const { SupportedMethod, SupportedMethods } = featureMessages;

/** The version whose behaviour is kept to: it opens every gate of the client's. */
export const SERVER_VERSION = '24.2.0';

const methods = [StreamsService, ServerFeaturesService].flatMap((service) =>
  Object.values(service).map(({ path }) => {
    const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(serviceName).setMethodName(methodName);
  }),
);

/** ServerFeatures/GetSupportedMethods: what this server has; what it does not list answers UNIMPLEMENTED. */
export const featuresHandler: handleUnaryCall<
  InstanceType<typeof sharedMessages.Empty>,
  InstanceType<typeof SupportedMethods>
> = (_call, callback) =>
  callback(null, new SupportedMethods().setEventStoreServerVersion(SERVER_VERSION).setMethodsList(methods));
