/** A payee as the portal sees it, with the details that are missing before a bank would accept a payment to it. Pure. */
import type { Beneficiary } from '@calmly/contract';
import { payeeReadiness } from '@calmly/domain';
import { schemesOf } from './rules.ts';
import type { BeneficiaryRecord } from './store.ts';

/** `ownBic`: accounts at this bank are reached without any rail. */
export const viewOf = (record: BeneficiaryRecord, ownBic: string): Beneficiary => ({
  ...record,
  readiness: payeeReadiness({ ...record.latin, schemes: schemesOf(record.bankDetails, ownBic) }),
});
