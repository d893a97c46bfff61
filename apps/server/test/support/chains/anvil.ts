/** Foundry's anvil: a real EVM node that mines on request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export interface Anvil {
  readonly url: string;
  /** Any call of its JSON-RPC. */
  rpc<Result = string>(method: string, ...params: readonly unknown[]): Promise<Result>;
  /** Sends from its first, rich account; returns the hash. */
  send(transaction: {
    readonly to?: string;
    readonly value?: bigint;
    readonly data?: string;
  }): Promise<string>;
  mine(blocks?: number): Promise<void>;
  /** Creates a contract and returns its address. */
  deploy(data: string): Promise<string>;
  stop(): Promise<void>;
}

export const anvilChainId = 31_337;

/** The binary of this platform, because the package's own wrapper would keep a second process. */
function anvilBinary(): string {
  const platform = process.platform === 'darwin' ? 'darwin' : 'linux';
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  return wrapper.resolve(`@foundry-rs/anvil-${platform}-${architecture}/bin/anvil`);
}

export async function startAnvil(): Promise<Anvil> {
  const options = ['--port', '0', '--no-mining', '--chain-id', String(anvilChainId), '--order', 'fifo'];
  const child = spawn(anvilBinary(), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://${await listening(child)}`;
  const rpc = async <Result>(method: string, ...params: readonly unknown[]): Promise<Result> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const [rich] = await rpc<string[]>('eth_accounts');
  const anvil: Anvil = {
    url,
    rpc,
    send: ({ to, value = 0n, data }) =>
      rpc('eth_sendTransaction', {
        from: rich,
        ...(to === undefined ? {} : { to }),
        value: `0x${value.toString(16)}`,
        gas: '0x1e8480',
        ...(data === undefined ? {} : { data }),
      }),
    async mine(blocks = 1) {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`);
    },
    async deploy(data) {
      const hash = await anvil.send({ data });
      await anvil.mine();
      const receipt = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
      return receipt.contractAddress;
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
  return anvil;
}

async function listening(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('anvil has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('anvil ended');
}
