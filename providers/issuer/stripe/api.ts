/**
 * Calls to Stripe's API: forms with a secret key, a pinned version of the API and an idempotency key, so that a repeated call gets the first
 * one's response. Stripe keeps such keys for a day or longer. Source: docs.stripe.com/api, "Authentication", "Idempotent requests", "Errors".
 *
 * Errors: a 4xx about the call throws `stripe <code>`; a 401, 403, 409, 429, any 5xx and silence count as a failure of Stripe and open the
 * circuit after five in a row. Messages of Stripe are not repeated: they may quote what was sent.
 */
import { callingProvider } from '@calmly/platform/observe/tracing.ts';
import { z } from 'zod';
import { readAnswer, textOf } from '../../ask.ts';
import { createCircuit } from '../../circuit.ts';

export interface StripeOptions {
  readonly secretKey: string;
  /** Signs events. */
  readonly webhookSecret: string;
  /** Signs authorization requests, which have an address of their own. */
  readonly authorizationSecret: string;
  /** `https://api.stripe.com`. */
  readonly baseUrl: string;
  /** How long a decision may take, where it isn't Stripe that waits; otherwise 1.5 seconds. */
  readonly decideWithinMs?: number;
}

/** Requests, events and our answers have the form of this version. */
export const stripeVersion = '2026-03-25.dahlia';

const timeoutMs = 10_000;
const pauseMs = 30_000;

export interface StripeApi {
  get<Result>(path: string, schema: z.ZodType<Result>): Promise<Result>;
  post<Result>(
    path: string,
    form: Readonly<Record<string, string | undefined>>,
    key: string,
    schema: z.ZodType<Result>,
  ): Promise<Result>;
}

const zCode = z.string().regex(/^[a-z0-9_]{1,64}$/);
const zFault = z.object({ error: z.object({ type: zCode, code: zCode.optional() }) });

/** Stripe has refused this call, and would refuse it again. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
}

/**
 * All calls share one circuit, which stays open for 30 seconds. A call takes ten seconds at most. An answer
 * that does not fit its schema counts as a failure.
 */
export function createStripeApi({ secretKey, baseUrl }: StripeOptions): StripeApi {
  const through = createCircuit({ failures: 5, pauseMs, clock: () => performance.now() });

  async function call<Result>(path: string, init: RequestInit, schema: z.ZodType<Result>): Promise<Result> {
    const response = await callingProvider('stripe', true, (trace) =>
      fetch(new URL(path, baseUrl), {
        ...init,
        headers: {
          ...init.headers,
          ...trace,
          authorization: `Bearer ${secretKey}`,
          'stripe-version': stripeVersion,
        },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const text = await textOf(response);
    if (response.ok) return readAnswer('Stripe', text, schema);
    if (response.status >= 500 || [401, 403, 409, 429].includes(response.status))
      throw new Error(`stripe ${response.status}`);
    throw new StripeRefusal(`stripe ${codeOf(text) ?? response.status}`);
  }

  /** A refusal of one call says nothing about the next. */
  async function guarded<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const done = await through(async () => {
      try {
        return { result: await attempt() };
      } catch (error) {
        if (error instanceof StripeRefusal) return { refusal: error };
        throw error;
      }
    });
    if ('refusal' in done) throw done.refusal;
    return done.result;
  }

  return {
    get: (path, schema) => guarded(() => call(path, { method: 'GET' }, schema)),
    post(path, form, key, schema) {
      const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const body = new URLSearchParams(given);
      return guarded(() => call(path, { method: 'POST', body, headers: { 'idempotency-key': key } }, schema));
    },
  };
}

function codeOf(text: string): string | undefined {
  try {
    const fault = zFault.safeParse(JSON.parse(text)).data?.error;
    return fault?.code ?? fault?.type;
  } catch {
    // Something between us and Stripe answered; the status says enough.
    return undefined;
  }
}
