/**
 * Search params of `/payments/create/…`: the step, so that back leads from the confirmation to the form; and the params of a link from
 * elsewhere. Those leave the URL once they are in the draft.
 */
import { z } from 'zod';

export const createPaymentSearch = z.object({
  step: z.enum(['confirm']).optional().catch(undefined),
  /** Pay this beneficiary; what was typed before stays. */
  beneficiary: z.uuid().optional().catch(undefined),
  /** Pay from this account. */
  account: z.uuid().optional().catch(undefined),
  /** What the link of a public page asks for. */
  link: z
    .string()
    .regex(/^cal_gp_[\w-]{22}$/)
    .optional()
    .catch(undefined),
  /** The draft or template to start from. */
  kept: z.uuid().optional().catch(undefined),
  /** The same as this payment: once more, or in its place where it failed. */
  from: z.uuid().optional().catch(undefined),
});
export type CreatePaymentSearch = z.output<typeof createPaymentSearch>;
