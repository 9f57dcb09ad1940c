import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, readConfig } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const base64 = Buffer.alloc(32, 7).toString('base64');
const urls = { EVENTSTORE_URL: 'esdb://x', DATABASE_URL: 'postgres://x' };
const given = { ...urls, PROSA_KEYS: base64, PROSA_TOKEN_SECRET: base64 };
const none = z.object({});

test('a complete environment is read with its defaults and the service’s own variables', () => {
  const config = readConfig(z.object({ MEDIA_DIR: z.string() }), { ...given, MEDIA_DIR: '/media', KAFKA_BROKERS: 'a:1, b:2' });
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'info',
    MEDIA_DIR: '/media',
    KAFKA_BROKERS: ['a:1', 'b:2'],
  });
  expect(config.PROSA_KEYS).toEqual(Buffer.alloc(32, 7));
});

test('an empty variable counts as not set, and missing ones are named', () => {
  expect(() => readConfig(none, { ...given, DATABASE_URL: '' })).toThrow(/DATABASE_URL/);
  expect(readConfig(none, { ...given, PORT: '' }).PORT).toBe(0);
});

test('a service may do without a common variable', () => {
  const { EVENTSTORE_URL: _, ...rest } = given;
  expect(readConfig(z.object({ EVENTSTORE_URL: z.string().optional() }), rest).EVENTSTORE_URL).toBeUndefined();
});

test('proxies are given by address, and an invalid one is reported', () => {
  expect(readConfig(none, { ...given, PROSA_TRUSTED_PROXIES: '10.0.0.0/8, loopback' })).toMatchObject({
    PROSA_TRUSTED_PROXIES: ['10.0.0.0/8', 'loopback'],
  });
  expect(readConfig(none, given).PROSA_TRUSTED_PROXIES).toBeUndefined();
  expect(() => readConfig(none, { ...given, PROSA_TRUSTED_PROXIES: 'anybody' })).toThrow(/PROSA_TRUSTED_PROXIES.*"anybody"/);
});

test('without a secret the start is refused with an explanation', () => {
  const { PROSA_TOKEN_SECRET: _, ...rest } = given;
  expect(() => readConfig(none, { ...rest, NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(() => readConfig(none, { ...rest, NODE_ENV: 'production' })).toThrow(/PROSA_TOKEN_SECRET is not set/);
});

test('a secret that is too short is refused without being shown', () => {
  const refused = () => readConfig(none, { ...given, PROSA_KEYS: 'c2hvcnQ=' });
  expect(refused).toThrow(/32 bytes/);
  expect(refused).not.toThrow(/c2hvcnQ/);
});

test('outside of production a secret file is created at the first start, mode 0600, and kept', () => {
  const PROSA_KEYS_FILE = join(folder, 'secrets', 'keys');
  const env = { ...given, PROSA_KEYS: '', PROSA_KEYS_FILE };
  const first = readConfig(none, env).PROSA_KEYS;
  expect(statSync(PROSA_KEYS_FILE).mode & 0o777).toBe(0o600);
  expect(readConfig(none, env).PROSA_KEYS).toEqual(first);
  expect(readFileSync(PROSA_KEYS_FILE, 'utf8').trim()).toBe(first.toString('base64'));
});

test('in production no secret file is created', () => {
  const PROSA_KEYS_FILE = join(folder, 'keys');
  expect(() => readConfig(none, { ...given, PROSA_KEYS: '', PROSA_KEYS_FILE, NODE_ENV: 'production' })).toThrow(/in production/);
  expect(existsSync(PROSA_KEYS_FILE)).toBe(false);
});

test('a world-readable secret file is refused', () => {
  const PROSA_KEYS_FILE = join(folder, 'keys');
  writeFileSync(PROSA_KEYS_FILE, base64, { mode: 0o644 });
  expect(() => readConfig(none, { ...given, PROSA_KEYS: '', PROSA_KEYS_FILE })).toThrow(/chmod 600/);
});

test('the key for push services is read like the other secrets, and is optional', () => {
  expect(readConfig(none, given).PROSA_PUSH_KEY).toBeUndefined();
  const PROSA_PUSH_KEY_FILE = join(folder, 'push', 'key');
  const { PROSA_PUSH_KEY: made } = readConfig(none, { ...given, PROSA_PUSH_KEY_FILE });
  expect(made).toHaveLength(32);
  expect(readConfig(none, { ...given, PROSA_PUSH_KEY_FILE, NODE_ENV: 'production' }).PROSA_PUSH_KEY).toEqual(made);
  const missing = join(folder, 'nowhere');
  expect(() => readConfig(none, { ...given, PROSA_PUSH_KEY_FILE: missing, NODE_ENV: 'production' })).toThrow(/in production/);
});
