/** The identity check by a provider's widget. Source: specification sections 4, 7, 9; server page section 4. */
import { z } from 'zod';
import { zIdParam } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Seconds a widget's token lives (specification section 9). */
export const verificationTokenSeconds = 600;

export const issueVerificationToken = endpoint({
  id: 'issueVerificationToken',
  method: 'POST',
  path: '/clients/{id}/sdktoken',
  tag: 'Verification',
  summary: 'A token that starts the verification widget for the client (a company: with its creator’s id)',
  access: 'client',
  params: zIdParam,
  body: z.strictObject({ ttlInSecs: z.literal(verificationTokenSeconds) }),
  response: z.strictObject({
    token: z.string(),
    /** Where the widget's page comes from: the provider, or our own origin in the sandbox. */
    base_url: z.url(),
  }),
});
