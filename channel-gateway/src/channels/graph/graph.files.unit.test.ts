import { Permanent } from '../provider.port.ts';
import { download } from './graph.files.ts';

const signal = AbortSignal.timeout(10_000);

test.each([
  'http://127.0.0.1:1/latest/meta-data/',
  'HTTP://lookaside.fbsbx.com/x',
  ' http:127.0.0.1/',
  '\thttp://2130706433/',
  '//127.0.0.1/',
  'https://169.254.169.254/',
  'https://lookaside.fbsbx.com@127.0.0.1/',
  'https://me:secret@lookaside.fbsbx.com/',
  'https://lookaside.fbsbx.com.evil.test/',
  'https://evilfbcdn.net/',
  'file:///etc/passwd',
  '',
])('no file is fetched from %j', (url) =>
  expect(download(url, { graphUrl: 'https://graph.facebook.com', signal })).rejects.toThrow(Permanent),
);
