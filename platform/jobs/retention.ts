/**
 * How long personal data is kept after it is no longer needed, by table, as PostgreSQL intervals. Modules register a purge for each;
 * docs/retention.md explains why, and a test compares the two.
 */
export const keptFor = {
  /** From the last sign-in, for people who never finished their application. */
  'onboarding.application': '90 days',
  /** From the invitation's expiry, whatever its outcome. */
  'companies.invitation': '90 days',
  'companies.invitation_code': '1 day',
  /** From the withdrawal of a change that the bank had not decided yet, with its documents. */
  'companies.fact_change': '1 year',
  'profile.address_change': '1 year',
  /** From the request; confirmed changes show how someone gained access. */
  'profile.contact_change': '400 days',
  /** A processor may repeat a message for days; a dispute may ask for our answer. */
  'cards.message': '400 days',
  /** Only today's totals count towards limits. */
  'approvals.day_total': '35 days',
  /** As long as a payer may claim that a payment was wrong (directive 2015/2366, article 71). */
  'beneficiaries.name_check': '13 months',
} as const;

/** For conditions of purges: `created_at < ${before('companies.invitation')}`. */
export const before = (table: keyof typeof keptFor): string => `now() - interval '${keptFor[table]}'`;
