/**
 * A bank with Sumsub's identity checks, and Sumsub's side of one client's check: its signed webhooks and its answers. Everything
 * concerns the client who began last.
 */
import { createHmac } from 'node:crypto';
import { issueVerificationToken } from '@calmly/contract';
import { sql as query } from 'kysely';
import { expect } from 'vitest';
import { startTestApp } from '../../app.ts';
import type { Applicant } from '../../clients/joining/applicant.ts';
import { clientState, newApplicant, reachesState } from '../../clients/joining/kyc.ts';
import { applicantIdOf, passportOfAnna, startSumsubServer } from './sumsub-server.ts';

interface Event {
  type?: string;
  createdAtMs?: string;
  reviewResult?: object;
  [field: string]: unknown;
}

const reviewed = (createdAtMs: string, reviewResult: object): Event => ({
  type: 'applicantReviewed',
  reviewStatus: 'completed',
  createdAtMs,
  reviewResult,
});
export const pending: Event = { type: 'applicantPending', reviewStatus: 'pending' };
export const green = reviewed('2026-11-21 09:00:01.000', { reviewAnswer: 'GREEN' });
export const red = (createdAtMs: string, reviewRejectType?: string) =>
  reviewed(createdAtMs, { reviewAnswer: 'RED', reviewRejectType, rejectLabels: ['FORGERY'] });

/** The answer that repeats `green`. */
export const approved = {
  reviewStatus: 'completed',
  reviewDate: '2026-11-21 09:00:01+0000',
  reviewResult: { reviewAnswer: 'GREEN' },
};

/** Starts both, with changed settings of the provider if given; call `close` in `afterAll`. */
export async function startSumsubCheck(
  settings: { readonly webhookSecret?: string; readonly companyLevel?: string } = {},
) {
  const sumsub = await startSumsubServer();
  const bank = await startTestApp({ jobs: true, config: { sumsub: { ...sumsub.config, ...settings } } });
  let begun: { client: Applicant; applicantId: string } | undefined;
  const check = {
    bank,
    sumsub,
    get client() {
      return now().client;
    },
    get applicantId() {
      return now().applicantId;
    },

    /** Another client at the check, whose widget is open. */
    async begin(): Promise<void> {
      const client = await newApplicant(bank);
      begun = { client, applicantId: applicantIdOf(client.clientId) };
      await check.openWidget(begun.client);
    },

    async openWidget({ clientId, token }: Applicant): Promise<void> {
      const input = { params: { id: clientId }, body: { ttlInSecs: 600 } } as const;
      expect((await bank.call(issueVerificationToken, input, { token })).status).toBe(200);
    },

    bodyOf: (event: Event) =>
      JSON.stringify({
        applicantId: now().applicantId,
        inspectionId: 'i',
        correlationId: 'c',
        externalUserId: now().client.clientId,
        levelName: 'basic-kyc-level',
        createdAtMs: '2026-11-21 09:00:00.000',
        ...event,
      }),

    digestOf: (body: string, hash = 'sha256', secret: string = sumsub.config.webhookSecret) =>
      createHmac(hash, secret).update(body).digest('hex'),

    post: (body: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${bank.url}/api/webhooks/sumsub`, { method: 'POST', body, headers }),

    /** Sends an event as the provider does. */
    async send(event: Event): Promise<number> {
      const body = check.bodyOf(event);
      const answer = await check.post(body, {
        'content-type': 'application/json',
        'x-payload-digest': check.digestOf(body),
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      });
      return answer.status;
    },

    /** The provider's answer about the client from now on. */
    answers(review: object, ...given: [info?: object | undefined]): void {
      const [info] = given.length === 0 ? [passportOfAnna] : given;
      const { client, applicantId: id } = now();
      sumsub.applicants.set(client.clientId, {
        id,
        externalUserId: client.clientId,
        info,
        review: { levelName: 'basic-kyc-level', createDate: '2026-11-21 09:00:00+0000', ...review },
      });
    },

    /** The provider approves: by webhook, and again when it is asked. */
    async approve(): Promise<void> {
      check.answers(approved);
      expect(await check.send(green)).toBe(204);
      await reachesState(bank, now().client.clientId, 'ACTIVE');
    },

    state: () => clientState(bank, now().client.clientId),

    /** The verdicts on the client's reports, in order of arrival. */
    async verdicts(): Promise<string[]> {
      const { rows } = await query<{ verdict: string }>`
        select verdict from verification.report where client_id = ${now().client.clientId} order by received_at
      `.execute(bank.database.sql);
      return rows.map(({ verdict }) => verdict);
    },

    async close(): Promise<void> {
      await bank.close();
      await sumsub.close();
    },
  };

  function now() {
    if (!begun) throw new Error('nobody has begun a check');
    return begun;
  }
  return check;
}
