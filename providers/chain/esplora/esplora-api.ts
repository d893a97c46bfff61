/** Calls of Esplora's API. Source: github.com/Blockstream/esplora, API.md. */
import { z } from 'zod';
import { createAsk, type PartnerOptions, PartnerUnavailable, readAnswer } from '../../ask.ts';

const name = 'Esplora';
const zHash = z.string().regex(/^[0-9a-f]{64}$/);
const zHeight = z.int().min(0);
const zAmount = z.int().min(0).transform(BigInt);

const zStatus = z.union([
  z.object({ confirmed: z.literal(true), block_height: zHeight, block_hash: zHash }),
  z.object({ confirmed: z.literal(false) }),
]);
const zTransaction = z.object({
  txid: zHash,
  status: zStatus,
  fee: zAmount,
});
const zUtxos = z.array(
  z.object({
    txid: zHash,
    vout: z.int().min(0),
    value: zAmount,
    status: z.object({ confirmed: z.boolean() }),
  }),
);
const zAddress = z.object({
  chain_stats: z.object({ funded_txo_sum: zAmount, spent_txo_sum: zAmount }),
});

export type EsploraTransaction = z.output<typeof zTransaction>;
export type EsploraApi = ReturnType<typeof createEsploraApi>;

/** Each call throws PartnerUnavailable or CircuitOpen. */
export function createEsploraApi(options: Omit<PartnerOptions, 'name'>) {
  const ask = createAsk({ ...options, name });
  const get = (path: string, accepted: readonly number[] = []) => ask({ method: 'GET', path, accepted });
  const read = async <Schema extends z.ZodType>(path: string, schema: Schema) =>
    readAnswer(name, (await get(path)).text, schema);
  /** Answers that are one word and no JSON. */
  const word = (text: string, form: RegExp) => {
    if (!form.test(text)) throw new PartnerUnavailable(`${name} answered nonsense`);
    return text;
  };

  return {
    tipHeight: async () => Number(word((await get('/blocks/tip/height')).text, /^\d{1,9}$/)),
    /** Undefined above the tip. */
    async blockHash(height: number): Promise<string | undefined> {
      const { status, text } = await get(`/block-height/${height}`, [404]);
      return status === 404 ? undefined : word(text, /^[0-9a-f]{64}$/);
    },
    rawBlock: async (hash: string) => (await get(`/block/${hash}/raw`)).bytes,
    unspentOf: (address: string) => read(`/address/${address}/utxo`, zUtxos),
    async balanceOf(address: string): Promise<bigint> {
      const { chain_stats: sums } = await read(`/address/${address}`, zAddress);
      return sums.funded_txo_sum - sums.spent_txo_sum;
    },
    async transaction(txId: string): Promise<EsploraTransaction | undefined> {
      const { status, text } = await get(`/tx/${txId}`, [404]);
      return status === 404 ? undefined : readAnswer(name, text, zTransaction);
    },
    rawTransaction: async (txId: string) => word((await get(`/tx/${txId}/hex`)).text, /^([0-9a-f]{2})+$/),
    /** Satoshi per virtual byte by blocks to wait. */
    feeEstimates: () => read('/fee-estimates', z.record(z.string(), z.number().positive())),
    /** The txid, or undefined if the node refuses it (or has it already). */
    async send(raw: string): Promise<string | undefined> {
      const { status, text } = await ask({ method: 'POST', path: '/tx', body: raw, accepted: [400] });
      return status === 400 ? undefined : word(text.trim(), /^[0-9a-f]{64}$/);
    },
  };
}
