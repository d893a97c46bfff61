import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingPackages } from './programs.mjs';

function directoryWith(...files) {
  const directory = mkdtempSync(join(tmpdir(), 'calmly-programs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), '');
    chmodSync(join(directory, file), 0o755);
  }
  return directory;
}

test.each([
  [[], ['patroni', 'etcd-server', 'haproxy', 'postgresql']],
  [['patroni', 'haproxy', '15/bin/postgres'], ['etcd-server']],
  [['patroni', 'etcd', 'haproxy', '14/bin/postgres'], ['postgresql']],
  [['patroni', 'etcd', 'haproxy', '14/bin/postgres', '17/bin/postgres'], []],
])('with %j installed, a cluster needs the packages %j', (installed, missing) => {
  const directory = directoryWith(...installed);
  expect(missingPackages([directory], directory)).toEqual(missing);
});
