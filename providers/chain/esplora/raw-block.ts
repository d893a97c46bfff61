/**
 * A Bitcoin block as nodes send it: 80 bytes of header, then the transactions. Reads what is paid in it and to which scripts, without the library's objects, because a
 * full block has thousands of transactions and hardly one is ours. Formats: developer.bitcoin.org/reference/block_chain.html, BIP-144. Pure.
 */
import { createHash } from 'node:crypto';

export interface RawBlock {
  readonly hash: string;
  /** Of the block before. */
  readonly previous: string;
  readonly transactions: readonly RawTransaction[];
}

export interface RawTransaction {
  /** What a block's miner receives: it cannot be spent for a hundred blocks. */
  readonly isCoinbase: boolean;
  readonly outputs: ReadonlyArray<{ readonly amount: bigint; readonly script: Buffer }>;
  /** Computed when it is asked for. */
  readonly txId: string;
}

const headerBytes = 80;
const noOutput = 0xffff_ffff;

/** Throws RangeError if the bytes are not exactly one block. */
export function readRawBlock(bytes: Buffer): RawBlock {
  const reader = new Reader(bytes);
  const header = reader.take(headerBytes);
  const count = reader.size();
  const transactions: RawTransaction[] = [];
  while (transactions.length < count) transactions.push(readTransaction(reader));
  if (!reader.isDone) throw new RangeError('a block is followed by something');
  return { hash: idOf(header), previous: shown(header.subarray(4, 36)), transactions };
}

function readTransaction(reader: Reader): RawTransaction {
  const version = reader.take(4);
  // BIP-144: no inputs and a flag announce witnesses, which the id leaves out.
  const hasWitness = reader.peek(0) === 0 && reader.peek(1) === 1;
  if (hasWitness) reader.take(2);
  const begin = reader.place;
  const inputs = reader.size();
  let isCoinbase = false;
  for (let read = 0; read < inputs; read += 1) {
    const txId = reader.take(32);
    isCoinbase ||= reader.take(4).readUInt32LE() === noOutput && txId.every((byte) => byte === 0);
    reader.take(reader.size());
    reader.take(4);
  }
  const outputs = Array.from({ length: reader.size() }, () => ({
    amount: reader.take(8).readBigUInt64LE(),
    script: reader.take(reader.size()),
  }));
  const body = reader.since(begin);
  if (hasWitness)
    for (let read = 0; read < inputs; read += 1)
      for (let items = reader.size(); items > 0; items -= 1) reader.take(reader.size());
  const lockTime = reader.take(4);
  return {
    isCoinbase,
    outputs,
    get txId() {
      return idOf(version, body, lockTime);
    },
  };
}

class Reader {
  readonly #bytes: Buffer;
  place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.place === this.#bytes.length;
  }

  peek(ahead: number): number | undefined {
    return this.#bytes[this.place + ahead];
  }

  since(begin: number): Buffer {
    return this.#bytes.subarray(begin, this.place);
  }

  take(count: number): Buffer {
    const end = this.place + count;
    if (end > this.#bytes.length) throw new RangeError('a block ends early');
    const taken = this.#bytes.subarray(this.place, end);
    this.place = end;
    return taken;
  }

  /** A CompactSize: one byte, or a mark and two, four or eight. Never more than there are bytes left. */
  size(): number {
    const first = this.take(1).readUInt8();
    const size =
      first < 0xfd
        ? first
        : first === 0xfd
          ? this.take(2).readUInt16LE()
          : first === 0xfe
            ? this.take(4).readUInt32LE()
            : Number(this.take(8).readBigUInt64LE());
    if (size > this.#bytes.length - this.place) throw new RangeError('a block ends early');
    return size;
  }
}

const shown = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');

function idOf(...parts: readonly Buffer[]): string {
  const once = createHash('sha256');
  for (const part of parts) once.update(part);
  return shown(createHash('sha256').update(once.digest()).digest());
}
