/**
 * What every process of one bank must agree on: by whom it pays, who the bank is, where its portal stands. A server writes it down when it
 * has started. A command of the staff that runs with other variables would decide for another bank: it is refused.
 */
import { sql as query } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Sql } from '../work.ts';
import type { Config } from './config.ts';

/** By variable; those that are not set are left out. */
type ServiceFacts = Readonly<Record<string, string>>;

/** Refuses a server with the sandbox on the database of one without it, or the other way round. Before anything is written. */
export async function requireSameSandbox(sql: Sql, config: Config): Promise<void> {
  await requireServiceFacts(sql, config, (variable) => variable === 'SANDBOX');
}

/** Notes what this server runs with, once it answers: one that cannot start changes nothing for the commands. */
export async function keepServiceFacts(sql: Sql, config: Config): Promise<void> {
  const { portalUrl } = config;
  const facts = JSON.stringify(factsOf(config));
  await query`
    insert into platform.service (facts, portal_url) values (${facts}::jsonb, ${portalUrl})
    on conflict (one) do update set facts = excluded.facts, portal_url = excluded.portal_url`.execute(sql);
}

/**
 * The command's configuration with the portal's address of the servers. Throws a Refusal that names every variable that differs from theirs;
 * `matters` says which do. A bank that was never started has nothing to differ from.
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
