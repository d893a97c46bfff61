/**
 * Settings on which all processes of one bank must agree: its providers, its identity, the portal's address. A server records them when it has
 * started. A staff command with other settings would act for a different bank, so it is refused.
 */
import { sql as query } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Sql } from '../work.ts';
import type { Config } from './config.ts';

/** Values by variable; unset ones are omitted. */
type ServiceFacts = Readonly<Record<string, string>>;

/** Refuses to start with the sandbox on a database of a bank without it, or the reverse, before anything is written. */
export async function requireSameSandbox(sql: Sql, config: Config): Promise<void> {
  await requireServiceFacts(sql, config, (variable) => variable === 'SANDBOX');
}

/** Records this server's settings once it answers calls, so that a server that fails to start does not affect the commands. */
export async function keepServiceFacts(sql: Sql, config: Config): Promise<void> {
  const { portalUrl } = config;
  const facts = JSON.stringify(factsOf(config));
  await query`
    insert into platform.service (facts, portal_url) values (${facts}::jsonb, ${portalUrl})
    on conflict (one) do update set facts = excluded.facts, portal_url = excluded.portal_url`.execute(sql);
}

/**
 * The command's configuration with the portal's address of the running servers. Throws a Refusal that names every differing variable; `matters`
 * selects which are compared. A bank that was never started has no settings to compare.
 */
export async function requireServiceFacts(
  sql: Sql,
  config: Config,
  matters: (variable: string) => boolean = () => true,
): Promise<Config> {
  const { rows } = await query<{ facts: ServiceFacts; portalUrl: string }>`
    select facts, portal_url as "portalUrl" from platform.service`.execute(sql);
  const [service] = rows;
  if (!service) return config;
  const own = factsOf(config);
  const names = [...new Set([...Object.keys(own), ...Object.keys(service.facts)])].sort();
  const differing = names.filter((name) => matters(name) && own[name] !== service.facts[name]);
  if (differing.length > 0) {
    const words = differing.map(
      (name) => `${name} is ${service.facts[name] ?? 'not set'}, here ${own[name] ?? 'not set'}`,
    );
    throw new Refusal(`The server runs with other variables: ${words.join('; ')}. Set those of the server.`);
  }
  return { ...config, portalUrl: service.portalUrl };
}

function factsOf({ sandbox, railFiles, stripe, chains, bank, publicUrl }: Config): ServiceFacts {
  const facts: Record<string, string | undefined> = {
    SANDBOX: sandbox.enabled ? 'on' : 'off',
    RAIL: railFiles && 'files',
    RAIL_OUTBOX: railFiles?.outbox,
    RAIL_INBOX: railFiles?.inbox,
    ISSUER: stripe && 'stripe',
    CHAIN_BITCOIN_NETWORK: chains.bitcoin?.bitcoin,
    CHAIN_EVM_ID: chains.evm && String(chains.evm.chainId),
    BANK_COUNTRY: bank.country,
    BANK_CODE: bank.bankCode,
    BANK_BIC: bank.bic,
    BANK_NAME: bank.name,
    BANK_ADDRESS: bank.address,
    BANK_TIME_ZONE: bank.timeZone,
    PUBLIC_URL: publicUrl,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined),
  );
}
