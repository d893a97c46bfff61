/**
 * HTTP calls to a partner that the operator has configured, such as a node of a chain or a source of prices. A call has a time limit, an answer a size limit, and a
 * partner that keeps failing is not asked for a while (`circuit.ts`). Addresses often contain keys, so no error repeats one, and none carries the library's own error
 * as its cause.
 */
import { callingProvider } from '@calmly/platform/observe/tracing.ts';
import type { z } from 'zod';
import { createCircuit } from './circuit.ts';

/** The partner did not answer as it should; the same call may succeed later. */
export class PartnerUnavailable extends Error {}

export interface PartnerOptions {
  /** For errors: `the EVM node`. */
  readonly name: string;
  readonly url: string;
  readonly timeoutMs?: number;
  /** Value of the header `Authorization`; otherwise user and password of the address. */
  readonly authorization?: string | undefined;
  /** An answer that is larger is refused. */
  readonly mostBytes?: number;
  /** Whether it gets the header `traceparent`; a node of a chain does not, because it is to know nothing of our clients. */
  readonly mayTrace?: boolean;
}

export interface PartnerCall {
  readonly method: 'GET' | 'POST';
  /** Appended to the address. */
  readonly path: string;
  readonly body?: string;
  readonly mediaType?: string;
  /** Statuses besides 200 whose answer is returned. */
  readonly accepted?: readonly number[];
}

export interface PartnerAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

const defaultTimeoutMs = 10_000;
const defaultMostBytes = 64 * 1024 * 1024;
const circuitOptions = { failures: 5, pauseMs: 15_000, clock: () => performance.now() };

/** Calls to one partner. They throw PartnerUnavailable, or CircuitOpen while the partner rests. */
export function createAsk({
  name,
  url,
  timeoutMs = defaultTimeoutMs,
  authorization,
  mostBytes = defaultMostBytes,
  mayTrace = false,
}: PartnerOptions) {
  const { base, headers: fromAddress } = splitCredentials(url);
  const headers = authorization === undefined ? fromAddress : { authorization };
  const through = createCircuit(circuitOptions);

  async function ask(
    { method, path, body, mediaType, accepted = [] }: PartnerCall,
    trace: Readonly<Record<string, string>>,
  ): Promise<PartnerAnswer> {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...trace, ...(mediaType ? { 'content-type': mediaType } : {}) },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await bytesOf(response, mostBytes);
      if (!response.ok && !accepted.includes(response.status))
        throw new PartnerUnavailable(`${name} answered ${response.status}`);
      return {
        status: response.status,
        bytes,
        get text() {
          return bytes.toString('utf8');
        },
      };
    } catch (error) {
      if (error instanceof PartnerUnavailable) throw error;
      throw new PartnerUnavailable(`${name}: ${error instanceof Error ? error.name : 'error'}`);
    }
  }
  return (call: PartnerCall): Promise<PartnerAnswer> =>
    callingProvider(name, mayTrace, (trace) => through(() => ask(call, trace)));
}

/** Throws PartnerUnavailable if the answer is no JSON of this form. */
export function readAnswer<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PartnerUnavailable(`${name} answered no JSON`);
  }
  const { data, success, error } = schema.safeParse(json);
  if (!success) {
    // A key that the partner chose could be anything, such as an address.
    const path = error.issues[0]?.path.map((part) => (/^([a-z_]+|\d+)$/i.test(String(part)) ? part : '*'));
    throw new PartnerUnavailable(`${name} answered nonsense at ${path?.join('.') || 'the top'}`);
  }
  return data;
}

const usualMostBytes = 4 * 1024 * 1024;

/** The text of an answer; a RangeError if it is larger, and the rest is not read. */
export const textOf = async (response: Response): Promise<string> =>
  (await bytesOf(response, usualMostBytes)).toString('utf8');

async function bytesOf(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new RangeError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** fetch refuses addresses with a user; they go into a header. */
function splitCredentials(url: string): { base: string; headers: Record<string, string> } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    base: parsed.href.replace(/\/$/, ''),
    headers: username ? { authorization: `Basic ${credentials.toString('base64')}` } : {},
  };
}

/** Parts of at most `size`. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
