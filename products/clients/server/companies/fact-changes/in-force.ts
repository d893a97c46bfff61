/** Whether a request to change a company may still be granted: it is void once its base has changed or the requester has lost the role. */
import type { CompanyPart } from '@calmly/contract';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findAdministrators } from '../../../../identity/server/index.ts';
import type { StoredCompany } from '../company/store.ts';
import { factsVersion } from './rules.ts';

/** Refuses to grant a void request; it can still be rejected. The caller holds the lock of the company's people. */
export async function requireInForce(
  sql: Sql,
  company: StoredCompany,
  asked: {
    readonly personId: string;
    /** Null: requested before this was recorded. */
    readonly basedOn: string | null;
    readonly parts: readonly CompanyPart[];
  },
): Promise<void> {
  const administrators = await findAdministrators(sql, company.id);
  if (!administrators.some(({ personId }) => personId === asked.personId))
    throw new Refusal(
      'The person who asked for this change is no longer an administrator of the company. Reject it; an administrator can ask again.',
    );
  if (asked.basedOn !== null && asked.basedOn !== factsVersion(company, asked.parts))
    throw new Refusal(
      'What this change replaces has been changed since it was asked for. Reject it; an administrator can ask again.',
    );
}
