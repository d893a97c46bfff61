/**
 * HTTP calls to a node of a chain. A call has a time limit, an answer a size limit, and a node that keeps failing is not asked for a while
 * (`circuit.ts`). Addresses of nodes often contain keys, so no error repeats one, and none carries the library's own error as its cause.
 */
import type { z } from 'zod';
import { createCircuit } from '../circuit.ts';

/** The node did not answer as it should; the same call may succeed later. */
export class NodeUnavailable extends Error {}

export interface NodeOptions {
  /** For errors: `the EVM node`. */
  readonly name: string;
  readonly url: string;
  readonly timeoutMs?: number;
}

export interface NodeCall {
  readonly method: 'GET' | 'POST';
  /** Appended to the address of the node. */
  readonly path: string;
  readonly body?: string;
  readonly mediaType?: string;
  /** Statuses besides 200 whose answer is returned. */
  readonly accepted?: readonly number[];
}

export interface NodeAnswer {
  readonly status: number;
  readonly text: string;
}

const defaultTimeoutMs = 10_000;
const largestAnswer = 64 * 1024 * 1024;
const circuitOptions = { failures: 5, pauseMs: 15_000, clock: () => performance.now() };

/** Calls to one node. They throw NodeUnavailable, or CircuitOpen while the node rests. */
export function createAsk({ name, url, timeoutMs = defaultTimeoutMs }: NodeOptions) {
  const { base, headers } = splitCredentials(url);
  const through = createCircuit(circuitOptions);

  async function ask({ method, path, body, mediaType, accepted = [] }: NodeCall): Promise<NodeAnswer> {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...(mediaType ? { 'content-type': mediaType } : {}) },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await textOf(response);
      if (!response.ok && !accepted.includes(response.status))
        throw new NodeUnavailable(`${name} answered ${response.status}`);
      return { status: response.status, text };
    } catch (error) {
      if (error instanceof NodeUnavailable) throw error;
      throw new NodeUnavailable(`${name}: ${error instanceof Error ? error.name : 'error'}`);
    }
  }
  return (call: NodeCall): Promise<NodeAnswer> => through(() => ask(call));
}

/** Throws NodeUnavailable if the answer is no JSON of this form. */
export function readAnswer<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NodeUnavailable(`${name} answered no JSON`);
  }
  const { data, success, error } = schema.safeParse(json);
  if (!success)
    throw new NodeUnavailable(`${name} answered nonsense at ${error.issues[0]?.path.join('.') || 'the top'}`);
  return data;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > largestAnswer) throw new RangeError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** fetch refuses addresses with a user; they go into a header. */
function splitCredentials(url: string) {
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
