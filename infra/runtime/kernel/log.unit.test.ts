import { createLogger } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('test', 'debug', { write: (line) => lines.push(line) }));
  return lines.join('');
};

test('secrets and texts are never logged, in any of the first levels', () => {
  const line = logged((log) =>
    log.info({
      body: 'olá',
      headers: { authorization: 'Bearer não#1', cookie: 'c=não#2', 'set-cookie': 'não#3' },
      a: { b: { password: 'não#4', token: 'não#5' } },
      id: 7,
    }),
  );
  expect(line).not.toMatch(/olá|não#/);
  expect(JSON.parse(line)).toMatchObject({ id: 7, name: 'test' });
});

test('the row values in Postgres’s errors are omitted, code and location are logged', () => {
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

test('with an unknown log level it logs at the default level', () => {
  const lines: string[] = [];
  const log = createLogger('test', 'loud', { write: (line) => lines.push(line) });
  log.fatal('LOG_LEVEL is wrong');
  expect([log.level, lines.length, createLogger('test', 'silent').level]).toEqual(['info', 1, 'silent']);
});
