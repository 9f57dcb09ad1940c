import { deviceOf } from './device-name.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows', 'desktop'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    'phone',
  ],
] as const)('%s', (agent, browser, system, kind) => expect(deviceOf(agent)).toEqual({ browser, system, kind }));

test.each([undefined, '', 'x'.repeat(100_000), '<script>'])('an agent that says nothing known is no device', (agent) =>
  expect(deviceOf(agent)).toEqual({ browser: null, system: null, kind: null }),
);
