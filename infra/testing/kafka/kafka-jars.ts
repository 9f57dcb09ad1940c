import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A jar by its path in a Maven repository. The list contains only what a one-node broker loads. */
export type Jar = { path: string; size: number; sha256: string };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const list = JSON.parse(readFileSync(new URL('./kafka-jars.json', import.meta.url), 'utf8')) as { version: string; jars: Jar[] };

/** Where the jars are kept between runs; ignored by git. */
export const kafkaCache = join(root, '.cache', 'kafka', list.version);

const isGood = (file: string, jar: Jar): boolean =>
  existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === jar.sha256;

/** Renames a finished file into place, so that two processes that fetch at once never see half a file. */
const place = (folder: string, jar: Jar, write: (file: string) => void): void => {
  const file = join(folder, basename(jar.path));
  const part = `${file}.${process.pid}.part`;
  write(part);
  if (!isGood(part, jar)) {
    rmSync(part, { force: true });
    throw new Error(`${jar.path} is not the file that kafka-jars.json names (SHA-256 differs).`);
  }
  renameSync(part, file);
};

const localRepository = (): string => join(homedir(), '.m2', 'repository');

const coordinates = (jar: Jar): string => {
  const parts = dirname(jar.path).split('/');
  const [artifact, version] = parts.splice(-2) as [string, string];
  const none = '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>';
  return `<dependency><groupId>${parts.join('.')}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${none}</dependency>`;
};

/** If Maven is installed, it knows the mirrors and proxies that the machine's owner configured. It fills the local repository. */
const askMaven = async (jars: Jar[]): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-kafka-jars-'));
  try {
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project><modelVersion>4.0.0</modelVersion><groupId>prosa</groupId><artifactId>kafka-jars</artifactId><version>1</version><dependencies>${jars.map(coordinates).join('')}</dependencies></project>`,
    );
    await run(
      'mvn',
      ['-q', '-B', `-Dmaven.repo.local=${localRepository()}`, 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
      { cwd: folder },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const TRIES = 4;

/** Broken connections are retried with increasing waits. An answer, even an error, is not requested again. */
const bytesOf = async (address: string): Promise<Buffer> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      // fetch's own errors, and those of a body that breaks off, are TypeErrors (from another realm under jest).
      if ((error as Error).name !== 'TypeError' || tries === TRIES) throw error;
      await pause(tries * 250);
    }
  }
};

const download = async (folder: string, jar: Jar, repository: string): Promise<void> => {
  const bytes = await bytesOf(`${repository}/${jar.path}`);
  place(folder, jar, (file) => writeFileSync(file, bytes));
};

/** The error for a person who has no Kafka: the reason, where the jars were to come from, and the ways around it. */
const notFetched = (from: string, error: Error): Error => {
  const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  const around = 'Name a mirror of it in MAVEN_REPOSITORY_URL, or a Kafka that runs: TEST_KAFKA_BROKERS=host:9092 npm test';
  return new Error(`Kafka's jars could not be fetched from ${from}: ${reason}\n${around}`, { cause: error });
};

/**
 * Returns the folder that contains every jar of the broker, each verified by its checksum: from the cache, the local Maven repository,
 * Maven, or, if there is no Maven, by HTTPS from Maven Central or the mirror in MAVEN_REPOSITORY_URL. Throws if a jar cannot be obtained.
 */
export const kafkaJars = async (folder = kafkaCache, repository = process.env.MAVEN_REPOSITORY_URL): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const missing = () => list.jars.filter((jar) => !isGood(join(folder, basename(jar.path)), jar));
  const takeLocal = () => {
    for (const jar of missing()) {
      const local = join(localRepository(), jar.path);
      if (isGood(local, jar)) place(folder, jar, (file) => copyFileSync(local, file));
    }
  };
  if (!repository) {
    takeLocal();
    if (
      missing().length > 0 &&
      (await run('mvn', ['-v']).then(
        () => true,
        () => false,
      ))
    ) {
      await askMaven(missing()).catch((error: Error) =>
        console.warn(`Maven did not bring Kafka's jars, asking Maven Central itself: ${error.message.split('\n')[0]}`),
      );
      takeLocal();
    }
  }
  const from = repository ?? 'https://repo1.maven.org/maven2';
  const waiting = missing();
  // Waits for all of them: a caller that retries after a failure must not find one still working in the folder.
  const lanes = await Promise.allSettled(
    Array.from({ length: 6 }, async () => {
      for (let jar = waiting.shift(); jar; jar = waiting.shift()) await download(folder, jar, from);
    }),
  );
  for (const lane of lanes) if (lane.status === 'rejected') throw notFetched(from, lane.reason);
  return folder;
};
