import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mediaLinks } from '../runtime/media/links.ts';
import { signIn } from '../simulate/client.ts';
import { type Launched, startLaunched } from './launched.ts';
import { type Finding, median, rounded } from './report.ts';

const MEGABYTES = 64;
const ROUNDS = 5;
const SAMPLE_MS = 10;
const client = fileURLToPath(new URL('./media.client.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Uploads a file of 64 MB to the command service and downloads it from the gateway, by a client in a process of its own, and compares the
 * time with a bare copy to the same disk with the same hash and encryption; also measures by how much any process grows meanwhile,
 * including the origin, through which all bytes pass. The copy is made by one process with the same streams, hash, cipher and store as the
 * service, and is synced like its files. The ratio compares elapsed time, in which an upload or download has two processes that wait for
 * each other: on a busy machine that costs them more than the copy. The report therefore also contains the processor time of each process,
 * which does not depend on other load.
 */
export const benchMedia = async (): Promise<Finding[]> => {
  const product = await startLaunched();
  try {
    return await measureMedia(product);
  } finally {
    await product.stop();
  }
};

const measureMedia = async (product: Launched): Promise<Finding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-media-bench-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, randomBytes(MEGABYTES * 1024 * 1024));
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    const ana = product.demo.users.find(({ email }) => email.startsWith('ana@'))!;
    const { token: tokenOf } = await signIn(product.url, ana.email, ana.password);
    const links = mediaLinks(Buffer.from(readFileSync(join(product.data, 'token-secret'), 'utf8').trim(), 'base64'));
    const asked = async <Answer>(...args: string[]) =>
      JSON.parse((await run(process.execPath, [client, ...args])).stdout) as {
        ms: number;
        cpuMs: number;
        answer: Answer;
      };
    type Time = 'up' | 'down' | 'originUp' | 'originDown' | 'bare' | `${'up' | 'upClient' | 'down' | 'downClient' | 'bare'}Cpu`;
    const times: Record<Time, number[]> = {
      up: [],
      down: [],
      originUp: [],
      originDown: [],
      bare: [],
      upCpu: [],
      upClientCpu: [],
      downCpu: [],
      downClientCpu: [],
      bareCpu: [],
    };
    const cpuMsOf = async <Result>(name: string, work: () => Promise<Result>): Promise<[Result, number]> => {
      const pid = product.children.find((child) => child.name === name)!.pid;
      const before = cpuOf(pid);
      const result = await work();
      return [result, cpuOf(pid) - before];
    };
    const urlOf = (name: string) => product.children.find((child) => child.name === name)!.url;
    const [origin, direct] = [
      { up: product.url, down: product.url },
      { up: urlOf('command-1'), down: urlOf('gateway-1') },
    ];
    const upload = (to: string, file = path) => asked<{ mediaId: string }>('POST', `${to}/api/media`, tokenOf(), file);
    const download = (from: string, mediaId: string) => asked<string>('GET', `${from}${links.pathOf(mediaId, Date.now())}`);
    const through = async ({ up, down }: typeof origin): Promise<{ up: number; down: number }> => {
      const [uploaded, upCpu] = await cpuMsOf('command-1', () => upload(up));
      const [downloaded, downCpu] = await cpuMsOf('gateway-1', () => download(down, uploaded.answer.mediaId));
      if (downloaded.answer !== sha256) throw new Error('Other bytes came back.');
      times.upCpu.push(upCpu);
      times.upClientCpu.push(uploaded.cpuMs);
      times.downCpu.push(downCpu);
      times.downClientCpu.push(downloaded.cpuMs);
      return { up: uploaded.ms, down: downloaded.ms };
    };
    // Warm-up: what the first file loads must not be attributed to the measured ones.
    writeFileSync(join(folder, 'small'), 'small');
    await download(origin.down, (await upload(origin.up, join(folder, 'small'))).answer.mediaId);
    const watched = watchGrowth(product);
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await asked('COPY', path, join(folder, 'bare'));
      times.bare.push(bare.ms);
      times.bareCpu.push(bare.cpuMs);
      const behind = await through(origin);
      times.originUp.push(behind.up);
      times.originDown.push(behind.down);
      const straight = await through(direct);
      times.up.push(straight.up);
      times.down.push(straight.down);
    }
    const most = watched();
    const [up, down, bare] = [median(times.up), median(times.down), median(times.bare)];
    const rounds = Object.fromEntries(Object.entries(times).map(([name, all]) => [`${name}Ms`, Math.round(median(all))]));
    return [
      {
        what: `${MEGABYTES} MB up, against a bare copy`,
        measured: rounded(bare / up),
        unit: 'x',
        target: { atLeast: 0.5 },
        detail: rounds,
      },
      {
        what: `${MEGABYTES} MB down, against a bare copy`,
        measured: rounded(bare / down),
        unit: 'x',
        target: { atLeast: 0.5 },
        detail: rounds,
      },
      {
        what: `growth of the process that grows most`,
        measured: Math.max(...Object.values(most)),
        unit: 'MB',
        target: { under: 32 },
        detail: most,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Watches all processes; returns a function that stops and returns by how many MB each has grown at most. */
const watchGrowth = (product: Launched): (() => Record<string, number>) => {
  const pids = new Map(product.children.map(({ name, pid }) => [name, pid] as const));
  const look = () => new Map([...pids].map(([name, pid]) => [name, residentOf(pid)]));
  const before = look();
  const most = new Map(before);
  const timer = setInterval(() => {
    for (const [name, now] of look()) most.set(name, Math.max(now, most.get(name)!));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return Object.fromEntries([...most].map(([name, now]) => [name, Math.round(now - before.get(name)!)]));
  };
};

/** Processor time that a process has used, in milliseconds; the kernel counts it in hundredths of a second. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** The memory of a process in megabytes, with what it shares. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
