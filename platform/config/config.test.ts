import { carriers, withoutSandbox } from '@calmly/server/test/support/processes/process.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the configuration', () => {
  it('needs no variables', () => {
    const config = loadConfig({ HOME: '/somewhere', PORT: '' });
    expect(config).toMatchObject({ port: 3000, host: 'localhost', databaseUrl: undefined });
    expect(config.sandbox).toEqual({
      enabled: true,
      railDelayMs: 4000,
      paymentsPerHour: 60,
      purchasesPerHour: 6,
      market: true,
      followsPrices: false,
      seed: 'calmly',
    });
    expect(config.dataDirectory.startsWith('/')).toBe(true);
  });

  it('names every invalid variable in one message, and repeats no value', () => {
    const wrong = {
      PORT: '80a',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'secret@host',
      SANDBOX_RAIL_DELAY_MS: '-1',
    };
    const attempt = () => loadConfig(wrong);
    for (const name of Object.keys(wrong)) expect(attempt).toThrow(name);
    for (const value of Object.values(wrong)) expect(attempt).not.toThrow(value);
  });

  it('refuses the switch of a package that prints keys', () => {
    expect(() => loadConfig({ ECE_KEYLOG: '1' })).toThrow('ECE_KEYLOG must not be set');
  });

  it('accepts callers without a proof key unless told otherwise', () => {
    expect(loadConfig({}).allowBearer).toBe(true);
    expect(loadConfig({ ALLOW_BEARER: 'false' }).allowBearer).toBe(false);
    expect(() => loadConfig({ ALLOW_BEARER: 'no' })).toThrow('ALLOW_BEARER must be true or false');
  });

  it('accepts an adapter’s settings complete or not at all', () => {
    expect(loadConfig({})).toMatchObject({ smtp: undefined, twilio: undefined });
    const smtp = { SMTP_URL: 'smtps://relay.example', MAIL_FROM: 'Calmly <no-reply@calmly.example>' };
    expect(loadConfig(smtp)).toMatchObject({
      smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
      twilio: undefined,
    });
    expect(() => loadConfig({ SMTP_URL: smtp.SMTP_URL })).toThrow('MAIL_FROM must be set too');
    expect(() => loadConfig({ TWILIO_FROM: '+4915100000000' })).toThrow(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN must be set too',
    );
    expect(() => loadConfig({ ...smtp, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM must be');
  });

  it('does not start a bank that cannot deliver codes', () => {
    const { SMTP_URL, MAIL_FROM, ...sms } = carriers;
    for (const some of [{}, sms, { SMTP_URL, MAIL_FROM }])
      expect(() => loadConfig({ SANDBOX: 'off', ...some })).toThrow('or clients get no codes');
    expect(loadConfig(withoutSandbox('data')).sandbox.enabled).toBe(false);
  });

  it('does not start a bank without the sandbox on the sandbox’s rail or card issuer', () => {
    const { RAIL, ...noRail } = withoutSandbox('data');
    expect(() => loadConfig(noRail)).toThrow(
      'Calmly’s configuration is wrong: without the sandbox RAIL=files must be set, or payments leave by the sandbox’s rail.',
    );
    for (const offer of [{ CARDS_COUNTRIES: 'EE' }, { CARDS_ALWAYS: 'anna@example.com' }]) {
      const bank = { ...withoutSandbox('data'), ...offer };
      expect(() => loadConfig(bank)).toThrow('without the sandbox ISSUER=stripe must be set');
      const stripe = {
        ISSUER: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_AUTHORIZATION_SECRET: 'whsec_2',
      };
      expect(loadConfig({ ...bank, ...stripe }).stripe).toBeDefined();
      expect(loadConfig(offer).sandbox.enabled).toBe(true);
    }
  });

  it('needs the addresses of real rate sources, and a polling interval below their age limit', () => {
    expect(loadConfig({}).prices).toEqual({ http: undefined, service: undefined });
    const market = { PRICES: 'http', PRICES_MARKET_URL: 'https://rates.example/latest.json' };
    expect(loadConfig({ ...market, PRICES_MARKET_AUTHORIZATION: 'Token 0123' }).prices.http).toEqual({
      reference: {
        url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
        authorization: undefined,
        pollMs: 1_800_000,
        maxAgeMs: 604_800_000,
      },
      market: {
        url: market.PRICES_MARKET_URL,
        authorization: 'Token 0123',
        pollMs: 60_000,
        maxAgeMs: 300_000,
      },
      mostJumpPercent: 10,
    });
    expect(() => loadConfig({ PRICES: 'http' })).toThrow('PRICES=http needs PRICES_MARKET_URL');
    expect(() => loadConfig({ PRICES: 'ecb' })).toThrow('PRICES must be sandbox or http');
    expect(() => loadConfig({ ...market, PRICES_MARKET_URL: 'rates.example' })).toThrow('PRICES_MARKET_URL');
    expect(() => loadConfig({ ...market, PRICES_MARKET_AUTHORIZATION: 'a\nb' })).toThrow('value of a header');
    const seldom = { ...market, PRICES_MARKET_POLL_SECONDS: '600' };
    expect(() => loadConfig(seldom)).toThrow('must be above PRICES_MARKET_POLL_SECONDS');
    expect(loadConfig({ ...seldom, PRICES_MARKET_MAX_AGE_SECONDS: '900' }).prices.http?.market.maxAgeMs).toBe(
      900_000,
    );
    expect(() => loadConfig({ SANDBOX_MARKET: 'follow' })).toThrow(
      'SANDBOX_MARKET=follow needs PRICES_CRYPTO_URL',
    );
    const service = { PRICES_CRYPTO_URL: 'https://prices.example/api', SANDBOX_MARKET: 'follow' };
    expect(loadConfig(service)).toMatchObject({
      prices: { service: { url: service.PRICES_CRYPTO_URL, maxAgeMs: 120_000 } },
      sandbox: { market: true, followsPrices: true },
    });
  });

  it('accepts the settings of identity checks complete or not at all', () => {
    expect(loadConfig({}).sumsub).toBeUndefined();
    const sumsub = {
      SUMSUB_APP_TOKEN: 'token',
      SUMSUB_SECRET_KEY: 'key',
      SUMSUB_WEBHOOK_SECRET: 'secret',
      SUMSUB_LEVEL: 'basic-kyc-level',
    };
    expect(loadConfig(sumsub).sumsub).toEqual({
      appToken: 'token',
      secretKey: 'key',
      webhookSecret: 'secret',
      level: 'basic-kyc-level',
      baseUrl: 'https://api.sumsub.com',
      widgetOrigin: 'https://in.sumsub.com',
    });
    expect(() => loadConfig({ ...sumsub, SUMSUB_WEBHOOK_SECRET: '' })).toThrow(
      'SUMSUB_WEBHOOK_SECRET must be set too',
    );
  });

  it('offers cards to everyone in the sandbox, otherwise to the configured clients', () => {
    expect(loadConfig({}).cards).toEqual({ countries: ['*'], emails: ['*'], always: [] });
    const listed = loadConfig({
      CARDS_COUNTRIES: 'DE, FR',
      CARDS_EMAILS: '*@Bank.example',
      CARDS_ALWAYS: 'Vip@other.example boss@other.example',
    });
    expect(listed.cards).toEqual({
      countries: ['DE', 'FR'],
      emails: ['*@bank.example'],
      always: ['vip@other.example', 'boss@other.example'],
    });
    expect(() => loadConfig({ CARDS_COUNTRIES: 'Germany' })).toThrow('CARDS_COUNTRIES must be country codes');
    expect(() => loadConfig({ CARDS_EMAILS: 'a*b@bank.example' })).toThrow('CARDS_EMAILS must be');
  });

  it('accepts real chains complete or not at all', () => {
    const xpub = `xpub${'6'.repeat(107)}`;
    expect(loadConfig({}).chains).toEqual({
      bitcoin: undefined,
      evm: undefined,
      signerSocket: undefined,
      pollMs: 10_000,
    });
    const bitcoin = {
      CHAIN_BITCOIN: 'esplora',
      CHAIN_BITCOIN_URL: 'https://user:secret@esplora.example/api',
      CRYPTO_BITCOIN_KEY: xpub,
    };
    const contract = `0x${'Ab'.repeat(20)}`;
    const evm = {
      CHAIN_EVM: 'rpc',
      CHAIN_EVM_URL: 'https://node.example/v3/secret',
      CRYPTO_EVM_KEY: xpub,
      CHAIN_EVM_ID: '11155111',
      CHAIN_EVM_TOKENS: `EPI=${contract}:1.50, PFE=${contract}:0`,
    };
    const SIGNER_SOCKET = '/run/signer.sock';
    expect(loadConfig({ ...bitcoin, ...evm, SIGNER_SOCKET }).chains).toEqual({
      bitcoin: { url: bitcoin.CHAIN_BITCOIN_URL, xpub, bitcoin: 'mainnet' },
      evm: {
        url: evm.CHAIN_EVM_URL,
        xpub,
        chainId: 11_155_111,
        tokens: [
          { asset: 'EPI', contract, feeMinor: 150_000_000n },
          { asset: 'PFE', contract, feeMinor: 0n },
        ],
      },
      signerSocket: SIGNER_SOCKET,
      pollMs: 10_000,
    });
    const refused: Array<[object, string]> = [
      [bitcoin, 'a real chain needs SIGNER_SOCKET'],
      [
        { ...bitcoin, SIGNER_SOCKET, CRYPTO_BITCOIN_KEY: '' },
        'needs CHAIN_BITCOIN_URL and CRYPTO_BITCOIN_KEY',
      ],
      [{ CHAIN_EVM: 'rpc', SIGNER_SOCKET }, 'CHAIN_EVM=rpc needs CHAIN_EVM_URL and CRYPTO_EVM_KEY'],
      [{ ...evm, SIGNER_SOCKET, CHAIN_EVM_URL: 'ws://secret' }, 'CHAIN_EVM_URL must be an address'],
      [{ ...evm, SIGNER_SOCKET, CRYPTO_EVM_KEY: `xprv${'6'.repeat(107)}` }, 'must be an extended public key'],
      [{ ...evm, SIGNER_SOCKET, CHAIN_EVM_TOKENS: 'EPI=0x1:1' }, 'CHAIN_EVM_TOKENS must be tokens'],
      [{ ...evm, SIGNER_SOCKET, CHAIN_EVM_TOKENS: `EPI=${contract}:1,EPI=${contract}:2` }, 'a token twice'],
    ];
    for (const [wrong, reason] of refused) {
      const attempt = () => loadConfig(wrong as Record<string, string>);
      expect(attempt).toThrow(reason);
      for (const secret of ['secret', 'xprv', xpub, contract]) expect(attempt).not.toThrow(secret);
    }
  });

  it('names the fewest database connections with which a process works', () => {
    const several = 'postgres://bank@db1,db2/bank';
    expect(loadConfig({}).databaseConnections).toBeUndefined();
    expect(loadConfig({ DATABASE_CONNECTIONS: '11' }).databaseConnections).toBe(11);
    expect(loadConfig({ DATABASE_CONNECTIONS: '12', DATABASE_URL: several }).databaseConnections).toBe(12);
    const attempt =
      (DATABASE_CONNECTIONS: string, DATABASE_URL = '') =>
      () =>
        loadConfig({ DATABASE_CONNECTIONS, DATABASE_URL });
    expect(attempt('10')).toThrow('DATABASE_CONNECTIONS must be at least 11.');
    expect(attempt('11', several)).toThrow(
      'DATABASE_CONNECTIONS must be at least 12 with several hosts in DATABASE_URL.',
    );
    expect(attempt('many')).toThrow('DATABASE_CONNECTIONS must be a whole number');
  });

  it('accepts several hosts of one cluster, of which it needs the one that accepts writes', () => {
    const url = 'postgres://bank:secret@db1:5432,db2:5432/bank';
    for (const word of ['', '?target_session_attrs=read-write', '?target_session_attrs=primary'])
      expect(loadConfig({ DATABASE_URL: `${url}${word}` }).databaseUrl).toBe(`${url}${word}`);
    const attempt = () => loadConfig({ DATABASE_URL: `${url}?target_session_attrs=any` });
    expect(attempt).toThrow('DATABASE_URL may have target_session_attrs=read-write or primary only');
    expect(attempt).not.toThrow('secret');
  });

  it('splits lists of proxies', () => {
    expect(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });
});
