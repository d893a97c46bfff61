/** All our environment variables: format, default and meaning. `config.ts` reads them. */
import { resolve } from 'node:path';
import { z } from 'zod';

const wholeNumber = (least: number, most: number, unset: number) =>
  z
    .string()
    .default(String(unset))
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const address = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), {
      error: `must be an address such as ${example}`,
    })
    .optional();

/** Words with commas or spaces between them. */
const words = (form: RegExp, fault: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .refine((list) => list.every((word) => form.test(word)), { error: fault });

/** Every variable. The descriptions are the documentation. */
export const variables = z.object({
  PORT: wholeNumber(0, 65_535, 3000).describe('TCP port of the portal and the API; 0 takes any free one.'),
  HOST: z
    .string()
    .default('localhost')
    .describe('Name or address to listen on. `localhost` is this machine only, `0.0.0.0` every network.'),
  PUBLIC_URL: address(/^https?:$/, 'https://bank.example').describe(
    'Address under which browsers reach the portal, when a proxy stands in front. Links in messages begin with it.',
  ),
  ADMIN_URL: address(/^https?:$/, 'https://admin.bank.example').describe(
    'Address of the admin panel, where staff who try to sign in here are sent.',
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .describe(
      'Addresses and networks of proxies whose X-Forwarded-* headers are believed, separated by commas.',
    ),
  ALLOW_BEARER: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true')
    .describe(
      'true: callers without a proof key may sign in with a plain bearer token. false: only with a proof of a key (RFC 9449).',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path))
    .describe('Directory of the embedded database. Not used with DATABASE_URL.'),
  DATABASE_URL: address(/^postgres(ql)?:$/, 'postgres://user@host/name').describe(
    'A PostgreSQL server (15 or newer) to use instead of the embedded one.',
  ),
  SECRET_KEY: z
    .string()
    .optional()
    .describe(
      'Keys that seal secrets in the database: 32 random bytes each in base64, separated by commas; the first seals, all open.',
    ),
  SECRET_KEY_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe('A file with those keys instead. Unset: `secret.key` in DATA_DIR, made at the first start.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, silent',
    })
    .optional()
    .describe('Least level that is logged. Unset: info as JSON, and warn on a terminal.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token of /metrics. Unset: only callers on this machine may read it.'),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, 256).describe(
    'TCP connections that one address (IPv6: one /64) may hold; 0 is no limit. Addresses in TRUSTED_PROXIES have none.',
  ),
  RATE_LIMIT_ANONYMOUS: wholeNumber(0, 1_000_000, 600).describe(
    'Calls per minute and address without a good token; 0 is no limit.',
  ),
  RATE_LIMIT_CLIENT: wholeNumber(0, 1_000_000, 3_000).describe('Calls per minute and client; 0 is no limit.'),
  RATE_LIMIT_SIGN_UP_MESSAGES: wholeNumber(0, 1_000_000, 60).describe(
    'Confirmation messages to new clients from one address before a pause of an hour, each further one twice as long; 0 is no limit.',
  ),
  PAYOUTS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((text) => text === 'on')
    .describe('on: clients can upload files of payments, correct their rows and pay them.'),
  CARDS_COUNTRIES: words(/^(\*|[A-Z]{2})$/, 'must be country codes such as DE, or *')
    .optional()
    .describe('Countries of residence in which cards are offered. Unset: all in the sandbox, else none.'),
  CARDS_EMAILS: words(
    /^(\*|\*?[^\s*@]*@[^\s*@]+)$/,
    'must be addresses, endings such as *@bank.example, or *',
  )
    .optional()
    .describe('Email addresses to which cards are offered. Unset: all.'),
  CARDS_ALWAYS: words(/^[^\s*@]+@[^\s*@]+$/, 'must be addresses')
    .default([])
    .describe('Email addresses of people who are always offered cards.'),
  BANK_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional()
    .describe(
      'Country of the IBANs that this bank gives. Unset, like the other BANK_ variables: Calmly’s own.',
    ),
  BANK_CODE: z
    .string()
    .regex(/^[A-Z0-9]+$/, 'must be capital letters and digits')
    .optional()
    .describe('The national bank code in those IBANs.'),
  BANK_BIC: z
    .string()
    .regex(/^[A-Z0-9]{11}$/, 'must have eleven characters')
    .optional()
    .describe('BIC of this bank, the long form.'),
  BANK_NAME: z.string().max(140).optional().describe('Name of this bank as payers write it.'),
  BANK_ADDRESS: z.string().max(140).optional().describe('Address of this bank in one line.'),
  SMTP_URL: address(/^smtps?:$/, 'smtp://user:password@relay.example:587').describe(
    'The relay that takes e-mails. Unset: they stay in the outbox.',
  ),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]+ <)?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an address or Name <address>')
    .optional()
    .describe('Sender of e-mails; needed with SMTP_URL.'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must begin with AC')
    .optional()
    .describe('The Twilio account that takes SMS. Unset: they stay in the outbox.'),
  TWILIO_API_KEY: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/, 'must begin with SK')
    .optional()
    .describe('A key of that account. Unset: the account signs in by itself.'),
  TWILIO_AUTH_TOKEN: z.string().optional().describe('The key’s secret, or else the account’s token.'),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/, 'must be a number such as +4915100000000 or begin with MG')
    .optional()
    .describe('Number or messaging service that SMS come from; needed with TWILIO_ACCOUNT_SID.'),
  TWILIO_BASE_URL: address(/^https?:$/, 'https://api.twilio.com').describe(
    'Another address of Twilio’s API.',
  ),
  SUMSUB_APP_TOKEN: z.string().optional().describe('App token of Sumsub, which checks who people are.'),
  SUMSUB_SECRET_KEY: z.string().optional().describe('Signs our calls to Sumsub.'),
  SUMSUB_WEBHOOK_SECRET: z.string().optional().describe('Signs its webhooks to /api/webhooks/sumsub.'),
  SUMSUB_LEVEL: z.string().optional().describe('Name of the verification level that a client must pass.'),
  SUMSUB_COMPANY_LEVEL: z
    .string()
    .optional()
    .describe('Name of the level that a company must pass; without it SUMSUB_LEVEL.'),
  SUMSUB_BASE_URL: address(/^https?:$/, 'https://api.sumsub.com').describe('Another address of its API.'),
  SUMSUB_WIDGET_URL: address(/^https?:$/, 'https://in.sumsub.com').describe('Another one of its Web SDK.'),
  RAIL: z
    .enum(['sandbox', 'files'], { error: 'must be sandbox or files' })
    .default('sandbox')
    .describe('How payments leave. files: as ISO 20022 files through the two directories below.'),
  RAIL_OUTBOX: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe('Directory into which pain.001 files are put for the bank’s bank.'),
  RAIL_INBOX: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe('Directory in which its pain.002, camt.054 and camt.053 files are found.'),
  RAIL_POLL_MS: wholeNumber(10, 3_600_000, 5_000).describe(
    'How often the inbox is looked into, in milliseconds.',
  ),
  SANDBOX: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((text) => text === 'on')
    .describe(
      'on: demo clients are created on an empty database, /sandbox pages exist, codes are shown unless a carrier takes them. off: both carriers must be set.',
    ),
  SANDBOX_RAIL_DELAY_MS: wholeNumber(0, 3_600_000, 4_000).describe(
    'How long the sandbox rail takes to settle a payment, in milliseconds.',
  ),
  SANDBOX_PAYMENTS_PER_HOUR: wholeNumber(0, 10_000, 60).describe(
    'How many payments to others a client may order in an hour before the sandbox screening looks at them; 0 is any number.',
  ),
  SANDBOX_PURCHASES_PER_HOUR: wholeNumber(0, 3_600, 6).describe(
    'How many purchases an hour the sandbox makes by itself with cards that have money on them; 0 is none.',
  ),
  SANDBOX_SEED: z
    .string()
    .default('calmly')
    .describe('Word from which the sandbox derives its chance: prices and demo data.'),
});

export type Variables = z.output<typeof variables>;
