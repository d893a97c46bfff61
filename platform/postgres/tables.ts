/**
 * What the tables of the database hold, and the personal data among it. The platform's stand here, the others' beside their migrations or code;
 * `npm run products` writes docs/schema.md and docs/retention.md from all of them, and tests compare the pages with the database.
 */
export interface Tables {
  /** By the name of the PostgreSQL schema. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Tables that no entry names hold no personal data. */
  readonly personal: readonly PersonalData[];
}

interface Schema {
  readonly about: string;
  /** What each table holds, in a sentence. */
  readonly tables: Readonly<Record<string, string>>;
}

export interface PersonalData {
  /** `schema.table`. */
  readonly tables: readonly string[];
  readonly data: string;
  readonly reason: string;
  /** How long; a purge's period is that of `platform/jobs/retention.ts`. */
  readonly kept: string;
  /** `purge`: the nightly one. */
  readonly deletedBy?: string;
}

export const tables: Tables = {
  schemas: {
    platform: {
      about: 'tables of the platform',
      tables: {
        idempotency_key: 'Keys of HTTP requests, as ids, with the packed answers.',
        spent_key: 'Ids of keys that may have moved money and whose answer is purged.',
        idempotency_key_before: 'Those from before answers were packed; the purge empties it.',
        audit: 'Who did what: the audit log.',
        business_clock: 'How far a tester has moved the bank’s calendar forward.',
        sealing_key: 'Which keys this database was sealed with.',
        purge: 'When each table was last purged.',
        backfill: 'How far rows from before a migration are filled.',
        rate_limit: 'How many calls a caller has left, by hash; not logged.',
        verification: 'When the books were last verified, and with which result.',
        service: 'Which rail, bank and addresses the servers run with.',
      },
    },
    public: {
      about: 'the migrations themselves',
      tables: {
        migrations: 'Migrations that have run.',
      },
    },
  },
  personal: [
    {
      tables: ['platform.audit'],
      data: 'who did what, address of the network',
      reason: 'proof',
      kept: 'the law',
    },
    {
      tables: ['platform.rate_limit'],
      data: 'who calls how often, as a hash',
      reason: 'limits',
      kept: 'a minute, then until the next sweep',
    },
    {
      tables: ['platform.idempotency_key', 'platform.idempotency_key_before'],
      data: 'answers of calls',
      reason: 'repeating an answer',
      kept: '30 days',
      deletedBy: 'purge',
    },
    {
      tables: ['platform.spent_key'],
      data: 'hashes of keys of calls that may have moved money',
      reason: 'a used key never pays again',
      kept: 'as long as the payment',
    },
  ],
};
