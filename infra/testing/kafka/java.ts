import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

const versionOf = async (program: string): Promise<number> => {
  try {
    const { stderr } = await run(program, ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/**
 * Returns the path or name of a Java of at least version 17, which Kafka 4 needs. As root on Debian it is installed if missing; otherwise
 * this throws and explains what to do.
 */
export const findJava = async (): Promise<string> => {
  const named = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : 'java';
  for (const program of [named, 'java']) if ((await versionOf(program)) >= 17) return program;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // A slim image has no folder for manuals, without which the installation of the Java package fails.
    mkdirSync('/usr/share/man/man1', { recursive: true });
    await run('apt-get', ['update'], { env });
    for (const name of ['openjdk-17-jre-headless', 'default-jre-headless']) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, maxBuffer: 1 << 26 }).catch(
        () => undefined,
      );
      if ((await versionOf('java')) >= 17) return 'java';
    }
  }
  throw new Error(
    'The tests of the bus run against a real Kafka, which needs Java 17 or newer: install openjdk-17-jre-headless, or set JAVA_HOME.',
  );
};
