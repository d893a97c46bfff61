/**
 * Verification: a client's identity check by an external provider. Owns the schema `verification`.
 * Reports arrive by the provider's signed webhook or as an answer to our query; then `onboarding` changes the client (`identityCheck`). An approval
 * counts only as an answer, and only for the applicant; staff decide on the others (the desk's `identity-check`). Nothing that a browser says about
 * the check is trusted. Without a provider there is no check and no token. Source: specification section 4; server page section 4; reliability S2.
 */
import { issueVerificationToken } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { Kyc, WebhookSink } from '@calmly/providers/kyc/kyc.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { IdentityCheck } from '../onboarding/index.ts';
import { activity } from './activity.ts';
import { identityQueue, type ReviewOptions } from './desk.ts';
import { type AskPayload, askProvider, askTask, issueToken, receiveWebhook } from './service.ts';

export interface VerificationDependencies {
  readonly database: Database;
  /** Creates the provider, whose webhooks go to the given sink. Absent: no one can be checked. */
  readonly kyc: ((receive: WebhookSink) => Kyc) | undefined;
  readonly screening: Pick<Screening, 'findListed'>;
  readonly endOrders: ReviewOptions['endOrders'];
  /** Applies an answer to the client; implemented by onboarding. */
  readonly identityCheck: IdentityCheck;
}

/** The verification module: the token call, the webhook's receiver, and the job that asks the provider. */
export function createVerificationModule({
  database,
  kyc: createKyc,
  screening,
  endOrders,
  identityCheck,
}: VerificationDependencies): Module {
  const receive: WebhookSink = async (work, delivery) => {
    if (kyc) await receiveWebhook({ kyc, identityCheck }, work, delivery);
  };
  const kyc = createKyc?.(receive);
  return {
    name: 'verification',
    activity,
    desk: [identityQueue({ screening, identityCheck, endOrders })],
    routes(router) {
      router.own(issueVerificationToken, (work, { params, body }) =>
        issueToken({ database, kyc }, work, { startedBy: params.id, companyId: body.CompanyId }),
      );
      if (kyc === undefined) return;
      router.webhook({
        name: 'sumsub',
        summary: 'Review result from the identity provider, signed with `X-Payload-Digest`',
        async check(delivery, { sql }) {
          await kyc.readWebhook(sql, delivery);
        },
        async handler(work, delivery) {
          await receive(work, delivery);
          return undefined;
        },
      });
      kyc.routes?.(router);
    },
    jobs: {
      ...kyc?.jobs,
      [askTask]: {
        lane: 'messages',
        outside: async (work, payload) => {
          if (kyc)
            await askProvider({ database, kyc, screening, identityCheck }, work, payload as AskPayload);
        },
      },
    },
  };
}
