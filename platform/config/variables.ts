/** All environment variables: format, default and description. `config.ts` reads them. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { addressFault } from '../postgres/connecting/addresses.ts';

const givenNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const wholeNumber = (least: number, most: number, unset: number) =>
  givenNumber(least, most).prefault(String(unset));

const address = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), {
      error: `must be an address such as ${example}`,
    })
    .optional();

/** A list separated by commas or spaces. */
const words = (form: RegExp, fault: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .refine((list) => list.every((word) => form.test(word)), { error: fault });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Every variable. The descriptions are its documentation. */
export const variables = z.object({
  PORT: wholeNumber(0, 65_535, 3000).describe('TCP port of the portal and the API; 0 takes any free one.'),
  HOST: z
    .string()
    .default('localhost')
    .describe('Name or address to listen on. `localhost` is this machine only, `0.0.0.0` every network.'),
  PUBLIC_URL: address(/^https?:$/, 'https://bank.example').describe(
    'Address under which browsers reach the portal, when a proxy stands in front. Links in messages begin with it.',
  ),
  OFFICE: z
    .enum(['on', 'off', 'only'], { error: 'must be on, off or only' })
    .default('on')
    .describe(
      'on: the server also serves the office, where the bank’s own people work, on a port of its own. off: it does not. only: it serves nothing else.',
    ),
  OFFICE_PORT: wholeNumber(0, 65_535, 0)
    .optional()
    .describe('TCP port of the office. Unset: the next free one after PORT.'),
  OFFICE_URL: address(/^https?:$/, 'https://office.bank.example').describe(
    'Address under which browsers reach the office, when a proxy stands in front.',
  ),
  OFFICE_NETWORKS: words(/^[0-9a-f:.]+(\/\d{1,3})?$/i, 'must be addresses and networks, such as 10.0.0.0/8')
    .default([])
    .describe('Addresses and networks that may use the office, separated by commas. Unset: all.'),
  ADMIN_URL: address(/^https?:$/, 'https://admin.bank.example').describe(
    'Address of the admin panel, where staff who try to sign in here are sent. Unset: the office of this server.',
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
  DATABASE_URL: z
    .string()
    .optional()
    .superRefine((url, context) => {
      const fault = url === undefined ? undefined : addressFault(url);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      'A PostgreSQL server (15 or newer) to use instead of the embedded one, or several hosts of one cluster, separated by commas: the one that accepts writes is used.',
    ),
  DATABASE_CONNECTIONS: givenNumber(1, 100_000)
    .optional()
    .describe('Database connections that this process may open. Unset: 28, and 29 with several hosts.'),
  ANCHOR_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe(
      'A file outside the database that says how far the database goes, so that a restore which lost the newest hours is noticed. Unset: `anchor.json` in DATA_DIR; none with DATABASE_URL.',
    ),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe(
      'Directory of backups; a server with the embedded database archives its log there. Unset: nothing is archived.',
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
  DRAIN_SECONDS: wholeNumber(0, 3_600, 0).describe(
    'Seconds between a stop signal and the closing of the port. /readyz answers 503 meanwhile, so that a load balancer sends new calls elsewhere.',
  ),
  RATE_LIMIT_ANONYMOUS: wholeNumber(0, 1_000_000, 600).describe(
    'Calls per minute and address without a good token; 0 is no limit.',
  ),
  RATE_LIMIT_CLIENT: wholeNumber(0, 1_000_000, 3_000).describe('Calls per minute and client; 0 is no limit.'),
  RATE_LIMIT_SIGN_UP_MESSAGES: wholeNumber(0, 1_000_000, 60).describe(
    'Confirmation messages to new clients from one address before a pause of an hour, each further one twice as long; 0 is no limit.',
  ),
  SLOW_STATEMENT_MS: wholeNumber(0, 3_600_000, 1000).describe(
    'Milliseconds from which a statement of the database is counted and logged as slow; 0: none is.',
  ),
  TRACE_STATEMENTS: z
    .enum(['slow', 'all'], { error: 'must be slow or all' })
    .default('slow')
    .describe('Which statements of the database are part of traces; traces need an OpenTelemetry SDK.'),
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
  CRYPTO_TON_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be an Ed25519 public key: 64 hexadecimal digits')
    .default('3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29')
    .describe('Ed25519 public key from which TON addresses are derived. Unset: a public test key.'),
  CRYPTO_BITCOIN_CONFIRMATIONS: wholeNumber(1, 100, 2).describe(
    'Blocks that a Bitcoin transaction needs, its own included.',
  ),
  CRYPTO_EVM_CONFIRMATIONS: wholeNumber(1, 100, 12).describe(
    'Blocks that a transaction on the EVM network needs, its own included.',
  ),
  CRYPTO_TON_CONFIRMATIONS: wholeNumber(1, 100, 1).describe(
    'Blocks that a TON transaction needs, its own included.',
  ),
  CRYPTO_COLLECT_AFTER_MINUTES: wholeNumber(1, 10_080, 60).describe(
    'How many minutes a deposit lies on its address before it is collected; several are collected together.',
  ),
  CRYPTO_RAISE_AFTER_MINUTES: wholeNumber(1, 10_080, 30).describe(
    'After how many minutes without a block the fee of a withdrawal is raised, if its network asks for more.',
  ),
  CRYPTO_RAISE_MOST_TIMES: wholeNumber(1, 100, 10).describe(
    'A raised fee is at most this many times the first one; 1: fees are never raised.',
  ),
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
  BANK_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, for example Europe/Vilnius')
    .optional()
    .describe(
      'Time zone of this bank: official statements are of its months. A change counts from the next month.',
    ),
  PREPARED_FILE_MB: wholeNumber(1, 100_000, 256).describe(
    'Largest file of statements that is prepared in the background.',
  ),
  PREPARED_FILES_MB: wholeNumber(1, 100_000_000, 20_480).describe(
    'Space for all such files of the last seven days; when it is full, no more are prepared.',
  ),
  SMTP_URL: address(/^smtps?:$/, 'smtp://user:password@relay.example:587').describe(
    'The relay that takes emails. Unset: they stay in the outbox.',
  ),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]+ <)?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an address or Name <address>')
    .optional()
    .describe('Sender of emails; needed with SMTP_URL.'),
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
  WEB_PUSH_CONTACT: address(/^(mailto|https):$/, 'mailto:push@bank.example').describe(
    'Whom operators of browsers’ push services may write to. Unset: PUBLIC_URL, if it is https.',
  ),
  WEB_PUSH_TRUSTED_ORIGINS: words(
    /^https?:\/\/[^/\s]+$/,
    'must be origins such as https://push.internal:8443',
  )
    .default([])
    .describe('Push services that may be called although they are on a private network.'),
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
  ISSUER: z
    .enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' })
    .default('sandbox')
    .describe('Who makes cards and asks about their payments. stripe: Stripe Issuing, with the keys below.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional()
    .describe(
      'Key of Stripe’s API; a restricted one needs to write Issuing cards, cardholders and disputes, and to read authorizations and transactions.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional()
    .describe('Signs its events to /api/webhooks/stripe.'),
  STRIPE_AUTHORIZATION_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional()
    .describe('Signs its authorization requests to /api/webhooks/stripe-authorizations.'),
  STRIPE_BASE_URL: address(/^https?:$/, 'https://api.stripe.com').describe(
    'Another address of Stripe’s API.',
  ),
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
  CHAIN_BITCOIN: z
    .enum(['sandbox', 'esplora'], { error: 'must be sandbox or esplora' })
    .default('sandbox')
    .describe('esplora: Bitcoin through the API below.'),
  CHAIN_BITCOIN_URL: address(/^https?:$/, 'https://esplora.example/api').describe(
    'Address of Esplora’s API.',
  ),
  CHAIN_BITCOIN_NETWORK: z
    .enum(['mainnet', 'testnet', 'regtest'], { error: 'must be mainnet, testnet or regtest' })
    .default('mainnet')
    .describe('Which network of Bitcoin it serves.'),
  CRYPTO_BITCOIN_KEY: z
    .string()
    .regex(/^[xz]pub[1-9A-HJ-NP-Za-km-z]{107}$/, 'must be an extended public key (xpub or zpub)')
    .optional()
    .describe(
      "Extended public key of the account m/84'/0'/0', as `signer xpub` prints it; deposit addresses are derived from it. Unset: a public test key, for the sandbox's chain.",
    ),
  CHAIN_EVM: z
    .enum(['sandbox', 'rpc'], { error: 'must be sandbox or rpc' })
    .default('sandbox')
    .describe('rpc: an Ethereum network through the node below.'),
  CHAIN_EVM_URL: address(/^https?:$/, 'https://node.example').describe('Address of its JSON-RPC.'),
  CHAIN_EVM_ID: wholeNumber(1, 2_147_483_647, 1).describe('Chain id that the node must serve.'),
  CRYPTO_EVM_KEY: z
    .string()
    .regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, 'must be an extended public key (xpub)')
    .optional()
    .describe(
      "Extended public key of the account m/44'/60'/0', as `signer xpub` prints it; deposit addresses are derived from it. Unset: a public test key, for the sandbox's chain.",
    ),
  CHAIN_EVM_TOKENS: words(
    /^(EPI|PFE)=0x[0-9a-fA-F]{40}:(0|[1-9]\d{0,9})(\.\d{1,8})?$/,
    'must be tokens such as EPI=0x…:1.50 (contract, and what a withdrawal costs in the token)',
  )
    .default([])
    .describe('Contracts of tokens, each with the fee of a withdrawal in the token.'),
  CHAIN_POLL_MS: wholeNumber(100, 3_600_000, 10_000).describe(
    'How often real chains are read, in milliseconds.',
  ),
  SIGNER_SOCKET: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe('Unix socket of the signer, which has the keys; needed with a real chain.'),
  PRICES: z
    .enum(['sandbox', 'http'], { error: 'must be sandbox or http' })
    .default('sandbox')
    .describe(
      'Where exchange rates come from. http: from the two addresses below. sandbox: invented in the sandbox; without a sandbox there are none.',
    ),
  PRICES_REFERENCE_URL: address(
    /^https?:$/,
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  ).describe('Another address of the daily reference rates of the European Central Bank (XML).'),
  PRICES_REFERENCE_MAX_AGE_DAYS: wholeNumber(1, 30, 7).describe(
    'Reference rates of an earlier day are not used; over Easter they are five days old.',
  ),
  PRICES_MARKET_URL: address(/^https?:$/, 'https://openexchangerates.org/api/latest.json').describe(
    'Address of market rates as JSON with timestamp, base and rates; needed with PRICES=http.',
  ),
  PRICES_MARKET_AUTHORIZATION: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be the value of a header, such as Token 0123')
    .optional()
    .describe('The header Authorization of calls to it, such as Token 0123.'),
  PRICES_MARKET_POLL_SECONDS: wholeNumber(5, 86_400, 60).describe('How often market rates are read.'),
  PRICES_MARKET_MAX_AGE_SECONDS: wholeNumber(10, 86_400, 300).describe(
    'No one can exchange at a market rate that is older; above PRICES_MARKET_POLL_SECONDS.',
  ),
  PRICES_JUMP_PERCENT: wholeNumber(1, 100, 10).describe(
    'An exchange rate that is farther from the one before is held until staff accepts it.',
  ),
  PRICES_CRYPTO_URL: address(/^https?:$/, 'https://prices.example/api').describe(
    'Address of the price service for crypto. Unset: a market without trades has no price.',
  ),
  PRICES_CRYPTO_AUTHORIZATION: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be the value of a header, such as Bearer 0123')
    .optional()
    .describe('The header Authorization of calls to it.'),
  PRICES_CRYPTO_MAX_AGE_SECONDS: wholeNumber(10, 86_400, 120).describe(
    'A price of the service that is older is not used.',
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
  SANDBOX_BLOCK_MS: wholeNumber(0, 3_600_000, 6_000).describe(
    'How often the sandbox mines a block while a transaction waits, in milliseconds; 0 is by hand only.',
  ),
  SANDBOX_MARKET: z
    .enum(['on', 'off', 'follow'], { error: 'must be on, off or follow' })
    .default('on')
    .describe(
      'on: two clients of the sandbox trade on the exchange, so that there is a market to see. follow: at the prices of PRICES_CRYPTO_URL.',
    ),
  SANDBOX_SEED: z
    .string()
    .default('calmly')
    .describe('Word from which the sandbox derives its chance: prices and demo data.'),
});

export type Variables = z.output<typeof variables>;
