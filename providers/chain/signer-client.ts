/**
 * The server's side of the signer (`apps/signer`): its calls over a unix socket. The server has no keys. While the signer is down the call
 * throws SignerUnavailable or CircuitOpen, and the job tries again. A refusal throws SignerRefused: staff must look at it.
 */
import { request } from 'node:http';
import { z } from 'zod';
import { createCircuit } from '../circuit.ts';
import type {
  OutgoingTransfer,
  OwnTransfer,
  SignedTransaction,
  Signer,
  UnsignedTransaction,
} from './chain.ts';

/** Nothing was refused: the same request may succeed later, and is safe to repeat. */
export class SignerUnavailable extends Error {}

/** The signer's limits forbid it, or the transaction is not what was requested. Only a limit can change, by time or by the policy. */
export class SignerRefused extends Error {
  /** Such as `day_limit`; `refusal.ts` of the signer has all of them. */
  readonly code: string;
  constructor(code: string) {
    super(`the signer refuses: ${code}`);
    this.code = code;
  }
}

export interface SignerClientOptions {
  readonly socket: string;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;
const largestAnswer = 5_000_000;

const zSigned = z.strictObject({ txId: z.string().min(1), raw: z.string().min(1) });
const zAccepted = z.strictObject({});
const zRefused = z.object({ refusal: z.string().regex(/^[a-z_]+$/) });

/**
 * The circuit opens for a second after five failed connections in a row. The timeout, 15 seconds unless
 * given, is for the whole call.
 */
export function createSignerClient({ socket, timeoutMs = defaultTimeoutMs }: SignerClientOptions): Signer {
  const through = createCircuit({ failures: 5, pauseMs: 1_000, clock: () => performance.now() });

  const ask = async <Answer>(
    path: '/sign' | '/check',
    schema: z.ZodType<Answer>,
    request: {
      readonly transfer: OutgoingTransfer | OwnTransfer;
      readonly unsigned: UnsignedTransaction;
      readonly replaces?: UnsignedTransaction | undefined;
    },
  ): Promise<Answer> => {
    const { transfer, unsigned, replaces } = request;
    const { withdrawalId, asset, address, amountMinor } = transfer;
    const body = JSON.stringify({
      withdrawalId,
      asset,
      address,
      amountMinor: String(amountMinor),
      unsigned,
      ...(replaces !== undefined && { replaces }),
      ...('own' in transfer && { own: transfer.own }),
    });
    const { status, text } = await through(() => post(socket, { path, body, timeoutMs }));
    return readAnswer(schema, status, text);
  };

  return {
    sign: (transfer, unsigned, replaces): Promise<SignedTransaction> =>
      ask('/sign', zSigned, { transfer, unsigned, replaces }),
    async check(transfer, unsigned) {
      await ask('/check', zAccepted, { transfer, unsigned });
    },
  };
}

function readAnswer<Answer>(schema: z.ZodType<Answer>, status: number, text: string): Answer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new SignerUnavailable('the signer answered no JSON');
  }
  const refused = status === 422 ? zRefused.safeParse(json).data : undefined;
  if (refused) throw new SignerRefused(refused.refusal);
  const answer = status === 200 ? schema.safeParse(json).data : undefined;
  if (answer === undefined) throw new SignerUnavailable(`the signer answered ${status}`);
  return answer;
}

function post(
  socketPath: string,
  { path, body, timeoutMs }: { readonly path: string; readonly body: string; readonly timeoutMs: number },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new SignerUnavailable(`the signer: ${reason}`));
    const call = request(
      {
        socketPath,
        method: 'POST',
        path,
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > largestAnswer) call.destroy(new Error('too large'));
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
      },
    );
    call.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    call.end(body);
  });
}
