import { ConfigError } from '@prosa/infra/runtime';
import { passwordCost } from './password-cost.ts';

const weak = { PROSA_TEST_PASSWORD_KIB: '64' };

test.each([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'embedded' }, { NODE_ENV: 'test' }, { PROSA_TEST_PASSWORD_KIB: '' }])(
  'with %j a hash costs 19 MiB and two passes',
  (env) => expect(passwordCost(env)).toEqual({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }),
);

test('tests may hash with less', () => {
  expect(passwordCost({ ...weak, NODE_ENV: 'test' })).toEqual({ memory: 64, passes: 1, parallelism: 1, tagLength: 32 });
});

test.each([undefined, 'production', 'development', 'embedded', 'Test'])('with NODE_ENV %j nobody may', (NODE_ENV) => {
  expect(() => passwordCost({ ...weak, NODE_ENV })).toThrow(ConfigError);
});
