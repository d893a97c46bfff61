/** A directory for a signer, with limits for tests and a public seed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from '../processes/commands.ts';

export interface SignerDirectory {
  readonly path: string;
  setPolicy(changes: object): Promise<void>;
  remove(): Promise<void>;
}

const policy = {
  bitcoin: { network: 'regtest' },
  evm: { chainId: 31_337, tokens: {} },
  limits: {
    BTC: { perTransaction: '0.5', perDay: '1', fee: '0.001' },
    ETH: { perTransaction: '5', perDay: '10', fee: '0.01' },
    EPI: { perTransaction: '1000', perDay: '1500' },
  },
};

/** The files of `init`, without the process that it takes. */
const initial = {
  seed: `${'abandon '.repeat(23)}art\n`,
  journal: '',
  head: `0 ${'0'.repeat(64)}\n`,
};

/** `isEmpty`: the signer creates its seed itself. */
export async function makeSignerDirectory(
  changes: object = {},
  { isEmpty = false } = {},
): Promise<SignerDirectory> {
  // As `npm start` does.
  enableCompileCache(compileCache);
  const path = await mkdtemp(join(tmpdir(), 'calmly-signer-test-'));
  const setPolicy = (next: object) =>
    writeFile(join(path, 'policy.json'), JSON.stringify({ ...policy, ...next }), { mode: 0o600 });
  await setPolicy(changes);
  if (!isEmpty)
    for (const [name, text] of Object.entries(initial))
      await writeFile(join(path, name), text, { mode: 0o600 });
  return { path, setPolicy, remove: () => rm(path, { recursive: true, force: true }) };
}
