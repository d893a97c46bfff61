/**
 * How long personal data is kept once it is of no more use, by table, as PostgreSQL intervals. Modules register a purge for each; docs/retention.md
 * says why, and a test compares both.
 */
export const keptFor = {
  /** From the last sign-in, of people who never finished their application. */
  'onboarding.application': '90 days',
  /** From the end of an invitation's term, whatever became of it. */
  'companies.invitation': '90 days',
  'companies.invitation_code': '1 day',
  /** Of changes that were withdrawn before the bank decided, with their papers. */
  'companies.fact_change': '1 year',
  'profile.address_change': '1 year',
  /** From the request: changes that were confirmed show how someone got in. */
  'profile.contact_change': '400 days',
  /** A processor repeats a message within days; a dispute may ask what was answered. */
  'cards.message': '400 days',
  /** Only today's sums count against limits. */
  'approvals.day_total': '35 days',
  /** As long as a payer may claim that a payment was wrong (directive 2015/2366, article 71). */
  'beneficiaries.name_check': '13 months',
} as const;

/** For conditions of purges: `created_at < ${before('companies.invitation')}`. */
export const before = (table: keyof typeof keptFor): string => `now() - interval '${keptFor[table]}'`;
