import { createLogger } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('test', 'debug', { write: (line) => lines.push(line) }));
  return lines.join('');
};

test('secrets and texts are never written down, at any of the first levels', () => {
  const line = logged((log) =>
    log.info({
      body: 'olá',
      headers: { authorization: 'Bearer x1', cookie: 'c=x2', 'set-cookie': 'x3' },
      a: { b: { password: 'x4', token: 'x5' } },
      id: 7,
    }),
  );
  expect(line).not.toMatch(/olá|x1|x2|x3|x4|x5/);
  expect(JSON.parse(line)).toMatchObject({ id: 7, name: 'test' });
});

test('what Postgres says of a row is left out, its code and place stay', () => {
  const error = Object.assign(new Error('Key (email)=(ana@casa.br) already exists'), {
    severity: 'ERROR',
    code: '23505',
    table: 'credential',
    detail: 'ana@casa.br',
  });
  const line = logged((log) => log.error({ err: error }, 'failed'));
  expect(line).not.toContain('ana@casa.br');
  expect(JSON.parse(line).err).toMatchObject({ code: '23505', table: 'credential', message: 'Postgres says 23505' });
});

test('of a level that there is not it writes what is worth knowing', () => {
  const lines: string[] = [];
  const log = createLogger('test', 'loud', { write: (line) => lines.push(line) });
  log.fatal('LOG_LEVEL is wrong');
  expect([log.level, lines.length, createLogger('test', 'silent').level]).toEqual(['info', 1, 'silent']);
});
