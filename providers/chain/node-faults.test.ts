/** Nodes that answer late, wrongly or not at all: both adapters say so, repeat no address of a node, and ask it less. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '../ask.ts';
import { CircuitOpen } from '../circuit.ts';
import type { Chain } from './chain.ts';
import { createEsplora } from './esplora/esplora.ts';
import { createEvm } from './evm/evm.ts';
import { publicKeysOf } from './own-keys.ts';
import { createRealChains } from './real-chains.ts';

const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).publicExtendedKey;
const clientAddresses = async () => [];

let server: Server;
let url: string;
let calls: number;
let lastBody: string;
let lastAuthorization: string | undefined;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    lastBody = '';
    lastAuthorization = request.headers.authorization;
    request.setEncoding('utf8').on('data', (text: string) => {
      lastBody += text;
    });
    request.on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/v3/project-secret`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = 0;
});

/** A busy machine may take longer for any answer, so only a node that gives none is given up so soon. */
const impatience = { timeoutMs: 200 };

const adapters: Array<[string, (more?: { timeoutMs?: number }) => Chain]> = [
  ['EVM', (more) => createEvm({ url, chainId: 1, xpub, tokens: [], clientAddresses, ...more })],
  ['Bitcoin', (more) => createEsplora({ url, bitcoin: 'mainnet', xpub, clientAddresses, ...more })],
];

describe.each(adapters)('%s', (_, create) => {
  const faults: Array<[string, (response: ServerResponse) => void]> = [
    ['does not answer', () => undefined],
    ['hangs up', (response) => void response.socket?.destroy()],
    ['answers a page', (response) => void response.end('<html>')],
    ['answers nothing', (response) => void response.end('')],
    ['answers other JSON', (response) => void response.end('{"jsonrpc":"2.0","result":"0x1"}')],
    ['answers without the call', (response) => void response.end('[]')],
    ['has a limit of calls', (response) => void response.writeHead(429).end('slow down')],
    ['fails', (response) => void response.writeHead(503).end()],
    ['sends elsewhere', (response) => void response.writeHead(302, { location: '/x' }).end()],
  ];
  it.each(faults)('reports a node that %s', async (kind, fault) => {
    answer = fault;
    const error = await create(kind === 'does not answer' ? impatience : {})
      .tip()
      .catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(PartnerUnavailable);
    const { message, stack, cause } = error as Error;
    for (const secret of ['project-secret', 'password', '127.0.0.1'])
      expect(`${message}${stack}${cause ?? ''}`).not.toContain(secret);
  });

  it('asks a node that keeps failing no more for a while', async () => {
    answer = (response) => void response.writeHead(500).end();
    const chain = create();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(chain.tip()).rejects.toThrow(PartnerUnavailable);
    await expect(chain.tip()).rejects.toThrow(CircuitOpen);
    expect(calls).toBe(5);
  });

  it('signs in with the user and password of the address', async () => {
    answer = (response) => void response.writeHead(500).end();
    await expect(create().tip()).rejects.toThrow(PartnerUnavailable);
    expect(lastAuthorization).toBe(`Basic ${Buffer.from('user:password').toString('base64')}`);
  });
});

describe('Bitcoin', () => {
  it('repeats no name that the node has chosen', async () => {
    const bitcoin = createEsplora({ url, bitcoin: 'mainnet', xpub, clientAddresses });
    answer = (response) => void response.end('{"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq":"x"}');
    await expect(bitcoin.feeQuote('BTC')).rejects.toThrow('Esplora answered nonsense at *');
  });
});

describe('EVM', () => {
  it('a refusal of a call is an answer and stops no other call', async () => {
    const evm = createEvm({ url, chainId: 1, xpub, tokens: [], clientAddresses });
    answer = (response) => {
      const asked = JSON.parse(lastBody) as Array<{ id: number }>;
      const refusals = asked.map(({ id }) => ({ id, error: { code: -32_000, message: 'header not found' } }));
      response.end(JSON.stringify(refusals));
    };
    for (let attempt = 0; attempt < 8; attempt += 1)
      await expect(evm.tip()).rejects.toThrow('the EVM node refuses eth_chainId (-32000)');
    expect(calls).toBe(8);
  });
});

describe('the configured chains', () => {
  it('are created with the signer’s client; without any, nothing is', async () => {
    const none = { bitcoin: undefined, evm: undefined, signerSocket: undefined, pollMs: 0 };
    const addressesOf = async () => [];
    expect(createRealChains(none, addressesOf)).toEqual({
      chains: {},
      signer: undefined,
    });
    const real = createRealChains(
      {
        bitcoin: { url, bitcoin: 'mainnet', xpub },
        evm: { url, chainId: 1, xpub, tokens: [] },
        signerSocket: '/run/signer.sock',
        pollMs: 0,
      },
      addressesOf,
    );
    expect([real.chains.bitcoin?.network, real.chains.evm?.network]).toEqual(['bitcoin', 'evm']);
    expect(real.signer).toBeDefined();
  });

  it('take an extended key in either form', () => {
    // The account of BIP-84's test vectors.
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    const key = publicKeysOf(zpub)({ branch: 0, index: 0 });
    expect(Buffer.from(key).toString('hex')).toBe(
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    );
  });

  it('take no private key', () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
    expect(() => publicKeysOf(privateExtendedKey)).toThrow('private key');
  });
});
