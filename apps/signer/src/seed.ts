/**
 * The seed: 24 words (BIP-39) in a file that only the signer's user can read. It is created once and never replaced; its words are never
 * printed. A copy on paper restores the keys in any wallet that follows BIP-39, BIP-44 and BIP-84.
 */
import { lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const fileOf = (directory: string) => join(directory, 'seed');
const ownerOnly = 0o600;
const bits = 256;

/** A start that cannot succeed; its message never contains a word of the seed. */
export class CannotStart extends Error {}

/** Writes a new seed. Throws CannotStart if there is one. */
export async function createSeed(directory: string): Promise<void> {
  const file = await open(fileOf(directory), 'wx', ownerOnly).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(
      error.code === 'EEXIST' ? `${directory} already has a seed.` : `${directory} cannot be written to.`,
    );
  });
  try {
    await file.writeFile(`${generateMnemonic(wordlist, bits)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** 64 bytes from which all keys are derived. Throws CannotStart if the file is missing, readable by others or not 24 words. */
export async function readSeed(directory: string): Promise<Uint8Array> {
  const path = fileOf(directory);
  const facts = await lstat(path).catch(() => undefined);
  if (!facts) throw new CannotStart(`${directory} has no seed. Create one with init.`);
  if (!facts.isFile() || facts.uid !== process.getuid?.() || (facts.mode & 0o077) !== 0)
    throw new CannotStart(
      `${path} must belong to the signer's user and be readable by no other user (mode 600).`,
    );
  const words = (await readFile(path, 'utf8')).trim();
  if (words.split(' ').length !== 24 || !validateMnemonic(words, wordlist))
    throw new CannotStart(`${path} does not hold 24 words with a valid checksum.`);
  return mnemonicToSeed(words);
}
