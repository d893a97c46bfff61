/**
 * Sumsub: signed calls to its API, tokens for its Web SDK, its webhooks.
 *
 * Each call carries the app token, the time in seconds and the HMAC-SHA256 over time, method, path with query and the raw body
 * (docs.sumsub.com, "Authentication"). Our clock must be within a minute of Sumsub's. A call has four seconds. For the client, any
 * failure is `verification_unavailable`; the log has its cause.
 */

import { createHmac } from 'node:crypto';
import { verificationTokenSeconds } from '@calmly/contract';
import { callingProvider } from '@calmly/platform/observe/tracing.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { z } from 'zod';
import { readAnswer, textOf } from '../ask.ts';
import { createCircuit } from '../circuit.ts';
import type { KnownIdentity, Kyc } from './kyc.ts';
import { type Levels, providedInfo, readApplicant, readSignedWebhook } from './messages.ts';

export interface SumsubOptions {
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Name of the verification level. */
  readonly level: string;
  /** Of the level that a company must pass; undefined: the same. */
  readonly companyLevel?: string | undefined;
  /** Of the API, `https://api.sumsub.com`. */
  readonly baseUrl: string;
  /** Origin of the Web SDK's page, `https://in.sumsub.com`. */
  readonly widgetOrigin: string;
}

const timeoutMs = 4_000;
const retryAfterSeconds = 30;

const zToken = z.object({ token: z.string().min(1) });
const zId = z.object({ id: z.string().min(1) });

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With query. */
  readonly path: string;
  readonly body?: object;
}

/** Sumsub, by the credentials of one app. */
export function createSumsub(options: SumsubOptions): Kyc {
  const levels: Levels = { individual: options.level, company: options.companyLevel ?? options.level };
  const through = createCircuit({
    failures: 5,
    pauseMs: retryAfterSeconds * 1000,
    clock: () => performance.now(),
  });

  /** The answer's text; undefined where what is read is not there (404), and where what is made is there already (409). */
  async function call({ method, path, body }: Call): Promise<string | undefined> {
    const bytes = body === undefined ? '' : JSON.stringify(body);
    const seconds = String(Math.floor(Date.now() / 1000));
    const response = await callingProvider('sumsub', true, (trace) =>
      fetch(new URL(path, options.baseUrl), {
        method,
        headers: {
          ...trace,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          'x-app-token': options.appToken,
          'x-app-access-ts': seconds,
          'x-app-access-sig': signRequest(options.secretKey, { seconds, method, path, body: bytes }),
        },
        ...(body === undefined ? {} : { body: bytes }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const text = await textOf(response);
    if (response.status === 404 && method === 'GET') return undefined;
    if (response.status === 409 && method === 'POST') return undefined;
    if (!response.ok) throw new Error(`Sumsub answered ${response.status}`);
    return text;
  }

  async function ask<Result>(request: Call, read: (text: string | undefined) => Result): Promise<Result> {
    try {
      return await through(async () => read(await call(request)));
    } catch (cause) {
      throw new Problem('verification_unavailable', { retryAfterSeconds, cause });
    }
  }

  const applicantPath = (externalId: string) =>
    `/resources/applicants/-;externalUserId=${encodeURIComponent(externalId)}/one`;

  /**
   * Tells Sumsub who applies, so that its staff compare it with the documents; an applicant who is there already gets the present facts. Only
   * `fixedInfo`, what was provided: `info` is what Sumsub read, and what we compare with.
   */
  async function provide(
    known: KnownIdentity,
    contact: { readonly externalUserId: string; readonly email: string; readonly phone?: string },
  ): Promise<void> {
    const info = providedInfo(known);
    const isCompany = known.kind === 'company';
    const created = await ask(
      {
        method: 'POST',
        path: `/resources/applicants?levelName=${encodeURIComponent(levels[known.kind])}`,
        body: { ...contact, type: known.kind, fixedInfo: info },
      },
      (text) => text !== undefined,
    );
    if (created) return;
    const id = await ask(
      { method: 'GET', path: applicantPath(contact.externalUserId) },
      (text) => readAnswer('Sumsub', text ?? 'null', zId).id,
    );
    const path = `/resources/applicants/${encodeURIComponent(id)}/fixedInfo${isCompany ? '/companyInfo' : ''}`;
    const body = 'companyInfo' in info ? info.companyInfo : info;
    await ask({ method: 'PATCH', path, body }, () => undefined);
  }

  return {
    widgetOrigin: options.widgetOrigin,
    async issueToken({ known, externalId, email, phone }) {
      const contact = { email, ...(phone === null ? {} : { phone }) };
      await provide(known, { externalUserId: externalId, ...contact });
      return ask(
        {
          method: 'POST',
          path: '/resources/accessTokens/sdk',
          body: {
            userId: externalId,
            levelName: levels[known.kind],
            ttlInSecs: verificationTokenSeconds,
            applicantIdentifiers: contact,
          },
        },
        (text) => readAnswer('Sumsub', text ?? 'null', zToken).token,
      );
    },
    findReport(externalId) {
      const askedAt = new Date();
      return ask({ method: 'GET', path: applicantPath(externalId) }, (text) =>
        text === undefined ? undefined : readApplicant(levels, text, askedAt),
      );
    },
    readWebhook: async (_sql, delivery) =>
      readSignedWebhook({ secret: options.webhookSecret, levels }, delivery),
  };
}

/** Lower-case hexadecimal HMAC-SHA256 of what Sumsub signs a request by. */
function signRequest(
  secretKey: string,
  request: {
    readonly seconds: string;
    readonly method: string;
    readonly path: string;
    readonly body: string;
  },
): string {
  const { seconds, method, path, body } = request;
  return createHmac('sha256', secretKey)
    .update(seconds + method + path + body)
    .digest('hex');
}
