/** A bank with Anna, her two accounts and Penny, an application that she may connect. */
import { type EndpointSpec, endpoints, listAccounts, listConnections } from '@calmly/contract';
import {
  type AccountRecord,
  defaultBank,
  openAccounts,
} from '@calmly/products/accounts/server/accounts/index.ts';
import * as oauth from 'openid-client';
import { startTestApp, type TestApp } from '../../app.ts';
import { newClient, type SignedIn } from '../clients.ts';
import { systemWork } from '../payments.ts';
import { connect, registerThirdParty, type ThirdParty } from './third-party.ts';

export interface ConnectedBank {
  readonly app: TestApp;
  readonly anna: SignedIn;
  readonly accounts: readonly [AccountRecord, AccountRecord];
  readonly penny: ThirdParty;
  /** The account that Anna chooses. */
  readonly main: readonly string[];
  /** The tokens of a new connection with that account. */
  connectPenny(scope?: string): ReturnType<typeof connect>;
  /** Reads the accounts with an application's token. */
  read(token: string): ReturnType<typeof callAccounts>;
  connections(): ReturnType<typeof callConnections>;
}

const callAccounts = (app: TestApp, token: string) => app.call(listAccounts, {}, { token });
const callConnections = async (app: TestApp, token: string) =>
  (await app.call(listConnections, {}, { token })).output.Items;

export async function startConnectedBank(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<ConnectedBank> {
  const app = await startTestApp({ ...options, jobs: true });
  const anna = await newClient(app);
  const accounts = await twoAccountsOf(app, anna);
  const penny = await registerThirdParty(app);
  const main = [accounts[0].id];
  return {
    app,
    anna,
    accounts,
    penny,
    main,
    connectPenny: (scope = 'accounts:read') => connect(app, penny, anna.browser, { accountIds: main, scope }),
    read: (token) => callAccounts(app, token),
    connections: () => callConnections(app, anna.token),
  };
}

export async function twoAccountsOf(
  app: TestApp,
  { clientId }: Pick<SignedIn, 'clientId'>,
): Promise<[AccountRecord, AccountRecord]> {
  const opened: AccountRecord[] = [];
  await systemWork(app.database, async (work) => {
    const openings = ['Main', 'Savings'].map((name) => ({
      clientId,
      currency: 'EUR' as const,
      name,
      withIban: true,
    }));
    opened.push(...(await openAccounts(work, defaultBank, openings)));
  });
  const [first, second] = opened;
  if (!first || !second) throw new Error('the accounts were not opened');
  return [first, second];
}

/** The OAuth error of a failed call. */
export const errorOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof oauth.ResponseBodyError) return error.error;
      return error instanceof oauth.WWWAuthenticateChallengeError ? 'challenge' : String(error);
    },
  );

/** The bank's answers to calls with a token: `ok` or the problem's code, by endpoint; default: for all that are not public. */
export async function answersTo(
  { url }: TestApp,
  token: string,
  isAsked: (endpoint: EndpointSpec) => boolean = ({ access }) => access !== 'public',
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { id, path, method } of Object.values(endpoints).filter(isAsked)) {
    const address = path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');
    const answer = await fetch(`${url}/api${address}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    codes.set(id, answer.ok ? 'ok' : (JSON.parse(text) as { code: string }).code);
  }
  return codes;
}
