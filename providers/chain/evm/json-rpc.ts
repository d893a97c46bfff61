/** JSON-RPC 2.0 of an EVM node, over HTTP, in batches. Source: ethereum.org/developers/docs/apis/json-rpc. */
import { z } from 'zod';
import { createAsk, type PartnerOptions, PartnerUnavailable, partsOf, readAnswer } from '../../ask.ts';

export interface RpcCall<Schema extends z.ZodType> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly schema: Schema;
}

/** The node understood the call and refuses it. */
export class RpcRefused extends Error {
  readonly code: number;
  constructor(method: string, code: number) {
    super(`the EVM node refuses ${method} (${code})`);
    this.code = code;
  }
}

const largestBatch = 50;

const zAnswers = z.array(
  z.object({
    id: z.number(),
    result: z.unknown().optional(),
    error: z.object({ code: z.number() }).optional(),
  }),
);

export type Rpc = ReturnType<typeof createRpc>;

/** Throws RpcRefused, PartnerUnavailable, or CircuitOpen. */
export function createRpc(options: Omit<PartnerOptions, 'name'>) {
  const name = 'the EVM node';
  const ask = createAsk({ ...options, name });

  async function batchOf<Schema extends z.ZodType>(
    calls: ReadonlyArray<RpcCall<Schema>>,
  ): Promise<z.output<Schema>[]> {
    const body = JSON.stringify(
      calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
    );
    const { text } = await ask({ method: 'POST', path: '', body, mediaType: 'application/json' });
    const answers = new Map(readAnswer(name, text, zAnswers).map((answer) => [answer.id, answer]));
    return calls.map(({ method, schema }, id) => {
      const answer = answers.get(id);
      if (answer?.error) throw new RpcRefused(method, answer.error.code);
      const { data, success } = schema.safeParse(answer?.result);
      if (!success) throw new PartnerUnavailable(`${name} answered nonsense to ${method}`);
      return data;
    });
  }

  return {
    /** Results in the order of the calls. */
    async all<Schema extends z.ZodType>(
      calls: ReadonlyArray<RpcCall<Schema>>,
      size = largestBatch,
    ): Promise<z.output<Schema>[]> {
      const results: z.output<Schema>[] = [];
      for (const part of partsOf(calls, size)) results.push(...(await batchOf(part)));
      return results;
    },
    async one<Schema extends z.ZodType>(
      method: string,
      params: readonly unknown[],
      schema: Schema,
    ): Promise<z.output<Schema>> {
      const [result] = await batchOf([{ method, params, schema }]);
      return result as z.output<Schema>;
    },
  };
}

/** `0x` and a number without leading zeros. */
export const zQuantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/)
  .transform(BigInt);
export const zHeight = zQuantity
  .refine((height) => height <= BigInt(Number.MAX_SAFE_INTEGER))
  .transform(Number);
export const zHash = z.string().regex(/^0x[0-9a-f]{64}$/);
export const zAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** Exactly one number of 256 bits, as contracts return it. */
export const zWord = zHash.transform(BigInt);

/** JSON-RPC's encoding of a quantity: no leading zeros. Not for data or hashes, which have a fixed length. */
export const hexOf = (value: number | bigint) => `0x${value.toString(16)}`;
