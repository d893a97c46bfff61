/**
 * Configuration: environment variables, read once at startup. Everything has a default, so that `npm start` needs none. All errors are
 * reported at once, by variable. Variables that are not listed here are ignored.
 */
import { join } from 'node:path';
import { type Network, parseDecimal } from '@calmly/domain';
import { addressesIn } from '../postgres/connecting/addresses.ts';
import { fewestConnections } from '../postgres/connecting/budget.ts';
import { Refusal } from '../refusal.ts';
import { type PricesConfig, pricesOf } from './prices.ts';
import { type Variables, variables } from './variables.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** Address of the portal without a trailing slash, for links in messages; never taken from an HTTP request. */
  readonly portalUrl: string;
  /** Where staff who try to sign in to the portal are sent. */
  readonly adminUrl: string | undefined;
  /** The office of the bank's own people. */
  readonly office: {
    readonly mode: 'on' | 'off' | 'only';
    /** Undefined: the next free one after the portal's. */
    readonly port: number | undefined;
    /** As browsers see it, if there is a proxy; without a trailing slash. */
    readonly publicUrl: string | undefined;
    /** Who may use it; everybody if empty. */
    readonly networks: readonly string[];
  };
  readonly allowBearer: boolean;
  readonly trustedProxies: readonly string[];
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Database connections of this process; undefined: the usual number. */
  readonly databaseConnections: number | undefined;
  /** File that records how far the database has got; undefined: not recorded. */
  readonly anchorFile: string | undefined;
  /** Directory of backups and of the archived log; undefined: nothing is archived. */
  readonly backupDirectory: string | undefined;
  readonly secretKey: string | undefined;
  readonly secretKeyFile: string | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent' | undefined;
  readonly metricsToken: string | undefined;
  /** TCP connections per address; 0 is no limit. */
  readonly connectionsPerAddress: number;
  /** How long a stopping server still accepts calls. */
  readonly drainSeconds: number;
  /** From how many milliseconds a statement is slow; 0: none is. */
  readonly slowStatementMs: number;
  /** Which statements are part of traces. */
  readonly tracedStatements: 'slow' | 'all';
  readonly rateLimits: {
    readonly anonymousPerMinute: number;
    readonly clientPerMinute: number;
    /** Sign-up messages from one address before a pause of an hour, which doubles each time. */
    readonly signUpMessages: number;
  };
  /** Whether clients may use bulk payouts. */
  readonly payouts: boolean;
  /** Who is offered cards: everyone whose country and email are listed, and the people in `always`. `*` matches all. */
  readonly cards: {
    readonly countries: readonly string[];
    readonly emails: readonly string[];
    readonly always: readonly string[];
  };
  /** The keys from which deposit addresses are derived, and the required confirmations. */
  readonly crypto: {
    readonly keys: Readonly<Record<Network, string>>;
    readonly confirmations: Readonly<Record<Network, number>>;
    /** Time between two blocks of the sandbox; 0: mined by hand. */
    readonly sandboxBlockMs: number;
    /** How long a deposit stays on its address before it is collected. */
    readonly collectAfterMs: number;
    /** When the fee of an unconfirmed withdrawal is raised, and its maximum as a multiple of the first fee. */
    readonly raise: { readonly afterMs: number; readonly mostTimes: number };
  };
  /** The bank's own settings where they differ from Calmly's. */
  readonly bank: {
    readonly country: string | undefined;
    readonly bankCode: string | undefined;
    readonly bic: string | undefined;
    readonly name: string | undefined;
    readonly address: string | undefined;
    readonly timeZone: string | undefined;
  };
  /** Limits of files that are prepared in the background, in bytes. */
  readonly preparedFiles: { readonly bytesEach: number; readonly bytesOfAll: number };
  /** The email relay; undefined: emails stay in the outbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** The SMS gateway; undefined: SMS stay in the outbox. */
  readonly twilio:
    | {
        readonly accountSid: string;
        /** Key or account id, with its secret. */
        readonly user: string;
        readonly secret: string;
        readonly from: string;
        readonly baseUrl: string;
      }
    | undefined;
  /** How browsers' push services are called. */
  readonly webPush: {
    /** Contact for the operators of push services: `mailto:` or `https:`. */
    readonly contact: string | undefined;
    /** Origins that may be on our own network and use http. */
    readonly trustedOrigins: readonly string[];
  };
  /** The provider of identity checks; undefined: the sandbox's, or none without a sandbox. */
  readonly sumsub:
    | (Readonly<
        Record<'appToken' | 'secretKey' | 'webhookSecret' | 'level' | 'baseUrl' | 'widgetOrigin', string>
      > & { readonly companyLevel?: string | undefined })
    | undefined;
  /** The card issuer, which also asks us to authorise card payments; undefined: the sandbox's. */
  readonly stripe:
    | (Readonly<Record<'secretKey' | 'webhookSecret' | 'authorizationSecret' | 'baseUrl', string>> & {
        /** For tests only, so that a busy machine does not decline payments. */
        readonly decideWithinMs?: number;
      })
    | undefined;
  /** Directories through which ISO 20022 files are exchanged with the bank's bank; undefined: the sandbox's rail. */
  readonly railFiles:
    | { readonly outbox: string; readonly inbox: string; readonly pollMs: number }
    | undefined;
  /** Real chains; an undefined one is the sandbox's. */
  readonly chains: {
    readonly bitcoin:
      | {
          readonly url: string;
          readonly bitcoin: 'mainnet' | 'testnet' | 'regtest';
          readonly xpub: string;
        }
      | undefined;
    readonly evm:
      | {
          readonly url: string;
          readonly chainId: number;
          readonly xpub: string;
          readonly tokens: ReadonlyArray<{
            readonly asset: 'EPI' | 'PFE';
            readonly contract: string;
            /** The client's fee for a withdrawal, in the token. */
            readonly feeMinor: bigint;
          }>;
        }
      | undefined;
    readonly signerSocket: string | undefined;
    /** Interval between two reads of a chain. */
    readonly pollMs: number;
  };
  readonly prices: PricesConfig;
  readonly sandbox: {
    readonly enabled: boolean;
    readonly railDelayMs: number;
    readonly paymentsPerHour: number;
    /** Automatic purchases of the sandbox's cards per hour; none by default. */
    readonly purchasesPerHour?: number;
    /** Whether the sandbox itself trades on its exchange. */
    readonly market?: boolean;
    /** Whether it trades at the prices of the price service. */
    readonly followsPrices?: boolean;
    /** Time between two steps of that market; about a second by default. */
    readonly marketStepMs?: number;
    readonly seed: string;
  };
}

/** Keys of the sandbox's chains, from the mnemonic of BIP 84's test vectors. */
export const testKeys = {
  bitcoin:
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  evm: 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
};

/** Reads the variables; an empty variable counts as unset. Throws one Refusal that names every invalid one. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // The package that encrypts push messages would print their keys and texts.
  if (env.ECE_KEYLOG) throw new Refusal('ECE_KEYLOG must not be set: keys would be printed.');
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = variables.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Refusal(`Calmly’s configuration is wrong: ${faults.join('; ')}.`);
  }
  const { data } = result;
  const config = configOf(data);
  refuseBlindNetworks(config);
  if (!config.sandbox.enabled) {
    const missing = missingWithoutSandbox(config);
    if (missing.length > 0)
      throw new Refusal(`Calmly’s configuration is wrong: without the sandbox ${missing.join('; ')}.`);
  }
  return config;
}

/** Behind a proxy that is not trusted every caller has the proxy's address, so a list of networks would let everybody in. */
function refuseBlindNetworks({ office, trustedProxies }: Config): void {
  if (office.networks.length > 0 && office.publicUrl !== undefined && trustedProxies.length === 0)
    throw new Refusal(
      'Calmly’s configuration is wrong: OFFICE_NETWORKS with OFFICE_URL needs TRUSTED_PROXIES, or every caller has the address of the proxy.',
    );
}

/** The variables that a bank without the sandbox must set, because it sends codes to real people and moves real money. */
function missingWithoutSandbox({ smtp, twilio, railFiles, stripe, cards }: Config): string[] {
  const offersCards = (cards.countries.length > 0 && cards.emails.length > 0) || cards.always.length > 0;
  return [
    smtp && twilio ? '' : 'SMTP_URL and TWILIO_ACCOUNT_SID must be set, or clients get no codes',
    railFiles ? '' : 'RAIL=files must be set, or payments leave by the sandbox’s rail',
    stripe || !offersCards
      ? ''
      : 'ISSUER=stripe must be set, or the sandbox issues the cards that CARDS_… offer',
  ].filter((fault) => fault !== '');
}

const withoutLastSlash = (url: string) => url.replace(/\/$/, '');

function configOf(data: Variables): Config {
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    adminUrl: data.ADMIN_URL ?? data.OFFICE_URL,
    office: {
      mode: data.OFFICE,
      port: data.OFFICE_PORT,
      publicUrl: data.OFFICE_URL === undefined ? undefined : withoutLastSlash(data.OFFICE_URL),
      networks: data.OFFICE_NETWORKS,
    },
    portalUrl: withoutLastSlash(data.PUBLIC_URL ?? `http://${data.HOST}:${data.PORT}`),
    allowBearer: data.ALLOW_BEARER,
    trustedProxies: data.TRUSTED_PROXIES,
    dataDirectory: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseConnections: connectionsOf(data),
    anchorFile:
      data.ANCHOR_FILE ?? (data.DATABASE_URL === undefined ? join(data.DATA_DIR, 'anchor.json') : undefined),
    backupDirectory: data.BACKUP_DIR,
    secretKey: data.SECRET_KEY,
    secretKeyFile: data.SECRET_KEY_FILE,
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN,
    connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
    drainSeconds: data.DRAIN_SECONDS,
    slowStatementMs: data.SLOW_STATEMENT_MS,
    tracedStatements: data.TRACE_STATEMENTS,
    rateLimits: {
      anonymousPerMinute: data.RATE_LIMIT_ANONYMOUS,
      clientPerMinute: data.RATE_LIMIT_CLIENT,
      signUpMessages: data.RATE_LIMIT_SIGN_UP_MESSAGES,
    },
    payouts: data.PAYOUTS,
    cards: {
      countries: data.CARDS_COUNTRIES ?? (data.SANDBOX ? ['*'] : []),
      emails: (data.CARDS_EMAILS ?? ['*']).map((email) => email.toLowerCase()),
      always: data.CARDS_ALWAYS.map((email) => email.toLowerCase()),
    },
    crypto: {
      keys: {
        bitcoin: data.CRYPTO_BITCOIN_KEY ?? testKeys.bitcoin,
        evm: data.CRYPTO_EVM_KEY ?? testKeys.evm,
        ton: data.CRYPTO_TON_KEY,
      },
      confirmations: {
        bitcoin: data.CRYPTO_BITCOIN_CONFIRMATIONS,
        evm: data.CRYPTO_EVM_CONFIRMATIONS,
        ton: data.CRYPTO_TON_CONFIRMATIONS,
      },
      sandboxBlockMs: data.SANDBOX_BLOCK_MS,
      collectAfterMs: data.CRYPTO_COLLECT_AFTER_MINUTES * 60_000,
      raise: { afterMs: data.CRYPTO_RAISE_AFTER_MINUTES * 60_000, mostTimes: data.CRYPTO_RAISE_MOST_TIMES },
    },
    bank: {
      country: data.BANK_COUNTRY,
      bankCode: data.BANK_CODE,
      bic: data.BANK_BIC,
      name: data.BANK_NAME,
      address: data.BANK_ADDRESS,
      timeZone: data.BANK_TIME_ZONE,
    },
    preparedFiles: {
      bytesEach: data.PREPARED_FILE_MB * 1024 ** 2,
      bytesOfAll: data.PREPARED_FILES_MB * 1024 ** 2,
    },
    smtp: whole(data, { url: 'SMTP_URL', from: 'MAIL_FROM' }),
    twilio: twilioOf(data),
    webPush: { contact: data.WEB_PUSH_CONTACT, trustedOrigins: data.WEB_PUSH_TRUSTED_ORIGINS },
    sumsub: sumsubOf(data),
    stripe: stripeOf(data),
    railFiles: railFilesOf(data),
    chains: chainsOf(data),
    prices: pricesOf(data),
    sandbox: {
      enabled: data.SANDBOX,
      railDelayMs: data.SANDBOX_RAIL_DELAY_MS,
      paymentsPerHour: data.SANDBOX_PAYMENTS_PER_HOUR,
      purchasesPerHour: data.SANDBOX_PURCHASES_PER_HOUR,
      market: data.SANDBOX_MARKET !== 'off',
      followsPrices: data.SANDBOX_MARKET === 'follow',
      seed: data.SANDBOX_SEED,
    },
  };
}

/** An adapter's variables under our names: all of them, or undefined if none is set. A partly configured adapter is refused. */
function whole<Field extends string>(
  data: Variables,
  names: Readonly<Record<Field, keyof Variables>>,
): Record<Field, string> | undefined {
  const all: Array<keyof Variables> = Object.values(names);
  const missing = all.filter((name) => data[name] === undefined);
  if (missing.length === all.length) return undefined;
  if (missing.length > 0)
    throw new Refusal(`Calmly’s configuration is wrong: ${missing.join(', ')} must be set too.`);
  const fields = Object.entries<keyof Variables>(names).map(([field, name]) => [field, String(data[name])]);
  return Object.fromEntries(fields) as Record<Field, string>;
}

function connectionsOf({ DATABASE_URL, DATABASE_CONNECTIONS: given }: Variables): number | undefined {
  const hasSeveralHosts = DATABASE_URL !== undefined && addressesIn(DATABASE_URL).length > 1;
  const fewest = fewestConnections({ hasSeveralHosts });
  if (given !== undefined && given < fewest)
    throw new Refusal(
      `Calmly’s configuration is wrong: DATABASE_CONNECTIONS must be at least ${fewest}${hasSeveralHosts ? ' with several hosts in DATABASE_URL' : ''}.`,
    );
  return given;
}

function stripeOf(data: Variables): Config['stripe'] {
  const keys = whole(data, {
    secretKey: 'STRIPE_SECRET_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
    authorizationSecret: 'STRIPE_AUTHORIZATION_SECRET',
  });
  if (data.ISSUER === 'stripe' && !keys)
    throw new Refusal(
      'Calmly’s configuration is wrong: ISSUER=stripe needs STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_AUTHORIZATION_SECRET.',
    );
  return data.ISSUER === 'stripe' && keys
    ? { ...keys, baseUrl: data.STRIPE_BASE_URL ?? 'https://api.stripe.com' }
    : undefined;
}

function railFilesOf(data: Variables): Config['railFiles'] {
  const directories = whole(data, { outbox: 'RAIL_OUTBOX', inbox: 'RAIL_INBOX' });
  if (data.RAIL === 'files' && !directories)
    throw new Refusal('Calmly’s configuration is wrong: RAIL=files needs RAIL_OUTBOX and RAIL_INBOX.');
  return data.RAIL === 'files' && directories ? { ...directories, pollMs: data.RAIL_POLL_MS } : undefined;
}

function chainsOf(data: Variables): Config['chains'] {
  const isReal = data.CHAIN_BITCOIN === 'esplora' || data.CHAIN_EVM === 'rpc';
  if (isReal && data.SIGNER_SOCKET === undefined)
    throw new Refusal('Calmly’s configuration is wrong: a real chain needs SIGNER_SOCKET.');
  return {
    bitcoin: bitcoinOf(data),
    evm: evmOf(data),
    signerSocket: isReal ? data.SIGNER_SOCKET : undefined,
    pollMs: data.CHAIN_POLL_MS,
  };
}

/** A real chain needs its own key: deposits to addresses of the sandbox's public key would be lost. */
function bitcoinOf(data: Variables): Config['chains']['bitcoin'] {
  if (data.CHAIN_BITCOIN !== 'esplora') return undefined;
  const { CHAIN_BITCOIN_URL: url, CRYPTO_BITCOIN_KEY: xpub } = data;
  if (url === undefined || xpub === undefined)
    throw new Refusal(
      'Calmly’s configuration is wrong: CHAIN_BITCOIN=esplora needs CHAIN_BITCOIN_URL and CRYPTO_BITCOIN_KEY.',
    );
  return { url, xpub, bitcoin: data.CHAIN_BITCOIN_NETWORK };
}

function evmOf(data: Variables): Config['chains']['evm'] {
  if (data.CHAIN_EVM !== 'rpc') return undefined;
  const { CHAIN_EVM_URL: url, CRYPTO_EVM_KEY: xpub } = data;
  if (url === undefined || xpub === undefined)
    throw new Refusal(
      'Calmly’s configuration is wrong: CHAIN_EVM=rpc needs CHAIN_EVM_URL and CRYPTO_EVM_KEY.',
    );
  const tokens = data.CHAIN_EVM_TOKENS.map(tokenOf);
  if (new Set(tokens.map(({ asset }) => asset)).size < tokens.length)
    throw new Refusal('Calmly’s configuration is wrong: CHAIN_EVM_TOKENS names a token twice.');
  return { url, xpub, chainId: data.CHAIN_EVM_ID, tokens };
}

/** `EPI=0x…:1.50` */
function tokenOf(text: string) {
  const asset = text.startsWith('EPI=') ? 'EPI' : 'PFE';
  const [contract = '', fee = ''] = text.slice(4).split(':');
  return { asset, contract, feeMinor: parseDecimal(fee, asset) ?? 0n } as const;
}

function twilioOf(data: Variables): Config['twilio'] {
  const account = whole(data, {
    accountSid: 'TWILIO_ACCOUNT_SID',
    secret: 'TWILIO_AUTH_TOKEN',
    from: 'TWILIO_FROM',
  });
  return (
    account && {
      ...account,
      user: data.TWILIO_API_KEY ?? account.accountSid,
      baseUrl: withoutLastSlash(data.TWILIO_BASE_URL ?? 'https://api.twilio.com'),
    }
  );
}

function sumsubOf(data: Variables): Config['sumsub'] {
  const app = whole(data, {
    appToken: 'SUMSUB_APP_TOKEN',
    secretKey: 'SUMSUB_SECRET_KEY',
    webhookSecret: 'SUMSUB_WEBHOOK_SECRET',
    level: 'SUMSUB_LEVEL',
  });
  return (
    app && {
      ...app,
      companyLevel: data.SUMSUB_COMPANY_LEVEL,
      baseUrl: data.SUMSUB_BASE_URL ?? 'https://api.sumsub.com',
      widgetOrigin: new URL(data.SUMSUB_WIDGET_URL ?? 'https://in.sumsub.com').origin,
    }
  );
}
