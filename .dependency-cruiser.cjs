/** Import rules of the product: contracts import no other package, no service imports another, services import only infra's runtime. */
const services = ['command-service', 'projection-service', 'channel-gateway'];
const isTest = '\\.(test|spec|fixture)\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'contracts-import-nobody',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(command-service|projection-service|channel-gateway|pwa|infra)/' },
    },
    ...services.map((service) => ({
      name: `${service}-imports-no-service`,
      severity: 'error',
      from: { path: `^${service}/` },
      to: { path: `^(${[...services, 'pwa'].filter((other) => other !== service).join('|')})/` },
    })),
    {
      name: 'services-know-infra-by-its-runtime',
      severity: 'error',
      from: { path: '^(command-service|projection-service|channel-gateway)/', pathNot: isTest },
      to: { path: '^infra/', pathNot: '^infra/(runtime/|verify/index\\.ts$)' },
    },
    {
      name: 'verifiers-import-nobody',
      severity: 'error',
      from: { path: '^infra/verify/', pathNot: isTest },
      to: { path: '^(contracts|command-service|projection-service|channel-gateway|pwa)/|^infra/(?!verify/|node_modules/)' },
    },
    {
      name: 'runtime-imports-contracts-alone',
      severity: 'error',
      from: { path: '^infra/runtime/', pathNot: isTest },
      to: { path: '^(command-service|projection-service|channel-gateway|pwa)/|^infra/(?!runtime/|node_modules/)' },
    },
    {
      name: 'benches-know-services-by-their-faces',
      severity: 'error',
      from: { path: '^infra/bench/' },
      to: { path: '^(command-service|projection-service|channel-gateway|pwa)/' },
    },
    {
      name: 'the-gateway-loads-no-event-store-client',
      severity: 'error',
      from: { path: '^channel-gateway/', pathNot: isTest },
      to: { path: 'node_modules/@eventstore/', reachable: true },
    },
    {
      name: 'pwa-imports-contracts-alone',
      severity: 'error',
      from: { path: '^pwa/src/' },
      to: { path: '^(command-service|projection-service|channel-gateway|infra)/' },
    },
    {
      name: 'nobody-knows-a-provider-but-their-list',
      severity: 'error',
      from: { path: '^channel-gateway/src/(?!channels/[^/]+/|providers\\.ts$)', pathNot: isTest },
      to: { path: '^channel-gateway/src/channels/[^/]+/' },
    },
    {
      name: 'a-provider-knows-the-gateway-by-its-port',
      severity: 'error',
      from: { path: '^channel-gateway/src/channels/[^/]+/', pathNot: isTest },
      to: {
        path: '^channel-gateway/src/(?!channels/|kernel/batcher\\.ts$)|^channel-gateway/src/channels/(?!provider\\.port\\.ts$)[^/]+\\.ts$',
      },
    },
    {
      name: 'packages-by-their-face',
      severity: 'error',
      from: { pathNot: '^contracts/' },
      to: { path: '^contracts/src/(?!(index|channels)\\.ts$)' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|png|woff2)|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
