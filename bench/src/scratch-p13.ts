import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@calmly/server/src/platform/embedded-postgres.ts';
import { preparePayers } from './payments-fixture.ts';
import { callerOf, check, fileOf } from './payouts-bench.ts';
import { bankUnderLoad, startServer } from './server-process.ts';

const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
const env = { ...bankUnderLoad, DATABASE_URL: postgres.url, PAYOUTS: 'on', ...(process.env.PROF && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROF}` }) };
const server = await startServer(directory, env);
const stat = async (pid: string) => { const s = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); const m = /^(\d+) \((.*)\) (.*)$/.exec(s); if (!m) return; const f = m[3].split(' '); return { pid, ppid: f[1], cpu: (Number(f[11]) + Number(f[12])) / 100 }; };
async function cpu() {
  const all = (await Promise.all((await readdir('/proc')).filter((n) => /^\d+$/.test(n)).map(stat))).filter((x) => x !== undefined);
  const sum: Record<string, number> = { server: 0, reader: 0, pg: 0 };
  for (const p of all) {
    const cmd = (await readFile(`/proc/${p.pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    if (p.pid === String(server.process.pid)) sum.server += p.cpu;
    else if (p.ppid === String(server.process.pid)) sum.reader += p.cpu;
    else if (cmd.includes(directory) || (await readFile(`/proc/${p.ppid}/cmdline`, 'utf8').catch(() => '')).includes(directory)) sum.pg += p.cpu;
  }
  return sum;
}
try {
  const [payer] = await preparePayers(postgres.url, server.url, { payers: 1, accountsEach: 1 });
  const call = callerOf(server.url, payer!);
  await check(call, fileOf(1000, 0));
  for (let round = 1; round <= 3; round += 1) {
    await sleep(1500);
    const before = await cpu();
    const s = await check(call, process.env.XLSX ? await (await import('node:fs/promises')).readFile(process.env.XLSX) as never : fileOf(100_000, round));
    const after = await cpu();
    console.log(s.toFixed(2), Object.entries(after).map(([k, v]) => `${k} ${(v - before[k]).toFixed(2)}`).join('  '));
  }
} finally {
  await server.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
