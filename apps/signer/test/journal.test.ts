/** The journal: one withdrawal, one transaction; every change from outside is found at start. */
import { appendFile, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeed } from '../src/seed.ts';
import { bitcoinRequest, etherRequest, makeDirectory, openSigner, tokenRequest } from './support.ts';

let directory: Awaited<ReturnType<typeof makeDirectory>>;
let signer: Awaited<ReturnType<typeof openSigner>>;

beforeEach(async () => {
  directory = await makeDirectory();
  signer = await openSigner(directory.path);
});
afterEach(async () => {
  await signer.close().catch(() => undefined);
  await directory.remove();
});

const file = (name: string) => join(directory.path, name);
const read = (name: string) => readFile(file(name), 'utf8');
async function reopen() {
  await signer.close();
  signer = await openSigner(directory.path);
}
async function signThree() {
  const requests = [etherRequest, tokenRequest, bitcoinRequest].map((request) => request(signer.keys));
  const signed = [];
  for (const request of requests) signed.push(await signer.sign(request));
  return { requests, signed };
}

describe('a withdrawal', () => {
  it('gets the same signature again, also after a restart, and is counted once', async () => {
    const { requests, signed } = await signThree();
    await reopen();
    const again = [];
    for (const request of requests) again.push(await signer.sign(request));
    expect(again).toEqual(signed);
    expect((await read('journal')).trimEnd().split('\n')).toHaveLength(3);
  });

  it('is signed once, whatever else is requested for it', async () => {
    await signThree();
    const other = [
      etherRequest(signer.keys, { nonce: '8' }),
      { ...etherRequest(signer.keys), address: `0x${'e'.repeat(40)}` },
      bitcoinRequest(signer.keys, {}, 'w-1'),
    ];
    await reopen();
    for (const request of other) expect(await signer.verdict(request)).toBe('other_transaction');
  });

  it('is signed once by twenty callers at once', async () => {
    const requests = Array.from({ length: 20 }, (_, nonce) =>
      etherRequest(signer.keys, { nonce: String(nonce) }),
    );
    const verdicts = await Promise.all(requests.map(signer.verdict));
    expect(verdicts.filter((verdict) => verdict === 'signed')).toHaveLength(1);
    expect((await read('journal')).trimEnd().split('\n')).toHaveLength(1);
  });

  it('that was refused can be signed once it is right', async () => {
    expect(await signer.verdict(etherRequest(signer.keys, { value: '1' }))).toBe('payment_differs');
    expect(await signer.verdict(etherRequest(signer.keys))).toBe('signed');
  });
});

describe('a journal', () => {
  const changes: Array<[string, (text: string) => string]> = [
    ['a changed amount', (text) => text.replace('1000000000000000000', '1000000000000000001')],
    ['a changed id', (text) => text.replace('"w-1"', '"w-9"')],
    ['a line that is missing', (text) => text.split('\n').slice(1).join('\n')],
    ['a line that is missing in the middle', (text) => text.split('\n').toSpliced(1, 1).join('\n')],
    ['a line that is missing at the end', (text) => `${text.split('\n').slice(0, -2).join('\n')}\n`],
    ['a last line that is cut in half', (text) => text.slice(0, -100)],
    ['two lines in the other order', (text) => swapped(text.split('\n')).join('\n')],
    ['a line that is there twice', (text) => `${text}${text.split('\n').at(-2)}\n`],
    ['nothing left', () => ''],
  ];
  it.each(changes)('with %s is not opened', async (_, change) => {
    await signThree();
    await writeFile(file('journal'), change(await read('journal')));
    await expect(openSigner(directory.path)).rejects.toThrow('was changed from outside');
  });

  it.each(['journal', 'head'])('without its file %s is not opened', async (name) => {
    await signThree();
    await rm(file(name));
    await expect(openSigner(directory.path)).rejects.toThrow('a file is missing');
  });

  it('with an older head is not opened', async () => {
    const older = await read('head');
    await signThree();
    await writeFile(file('head'), older);
    await expect(openSigner(directory.path)).rejects.toThrow('its end does not match');
  });

  it('of another seed is not opened', async () => {
    await signThree();
    await rm(file('seed'));
    await createSeed(directory.path);
    await expect(openSigner(directory.path)).rejects.toThrow('line 1 is not what was written');
  });

  it('loses half a line of a crash, whose signature never left', async () => {
    const { requests, signed } = await signThree();
    const before = await read('journal');
    await appendFile(file('journal'), 'f00d {"at":"2026-');
    await reopen();
    expect(await read('journal')).toBe(before);
    expect(await signer.sign(requests[0] as (typeof requests)[0])).toEqual(signed[0]);
    expect(await signer.verdict(etherRequest(signer.keys, {}, 'w-4'))).toBe('signed');
    await reopen();
  });

  it('keeps a line that was written before the crash, though its head was not', async () => {
    await signer.sign(etherRequest(signer.keys));
    const head = await read('head');
    await signer.sign(tokenRequest(signer.keys));
    await writeFile(file('head'), head);
    await reopen();
    expect(await signer.verdict(tokenRequest(signer.keys, { nonce: '9' }))).toBe('other_transaction');
    expect(await read('head')).toMatch(/^2 /);
  });

  it('to which another process writes ends the signer before anything leaves', async () => {
    await signer.sign(etherRequest(signer.keys));
    await appendFile(file('journal'), 'x');
    await expect(signer.sign(tokenRequest(signer.keys))).rejects.toThrow('another process');
  });
});

describe('a seed', () => {
  it('is never replaced', async () => {
    const words = await read('seed');
    await expect(createSeed(directory.path)).rejects.toThrow('already has a seed');
    expect(await read('seed')).toBe(words);
    expect(words.trim().split(' ')).toHaveLength(24);
  });

  it.each([0o640, 0o604, 0o622])('with mode %o is refused', async (mode) => {
    await chmod(file('seed'), mode);
    await expect(openSigner(directory.path)).rejects.toThrow('readable by no other user');
  });

  it('with a wrong word is refused, and the message has none of its words', async () => {
    const words = (await read('seed')).trim().split(' ');
    const wrong = [...words.slice(0, 23), words[23] === 'zoo' ? 'zone' : 'zoo'];
    await writeFile(file('seed'), wrong.slice(0, 23).join(' '));
    const refusal = await openSigner(directory.path).catch((error: Error) => error.message);
    expect(refusal).toContain('24 words');
    // A single word may be an English word of the message; two in a row may not.
    const pairs = wrong.slice(1).map((word, place) => `${wrong[place]} ${word}`);
    expect(pairs.filter((pair) => String(refusal).includes(pair))).toEqual([]);
  });
});

function swapped([first = '', second = '', ...rest]: string[]): string[] {
  return [second, first, ...rest];
}
