/** The bank behind the portal: the contract's client for a story's own data, and the check of the books. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { basicAuthorization, changeToken, companiesFor, createClient, issueToken } from '@calmly/contract';
import { ownBank } from './banks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Signs in as the client over the API and returns a signed-in API client. */
export const signInToApi = async (baseUrl: string, person: Person) => (await enter(baseUrl, person)).bank;

/** The same, acting for the first company of the person. */
export async function signInForCompany(baseUrl: string, person: Person) {
  const { bank, clientId, setToken } = await enter(baseUrl, person);
  const [company] = await bank.call(companiesFor, { params: { id: clientId } });
  if (!company) throw new Error(`${person.email} has no company`);
  setToken((await bank.call(changeToken, { params: { id: company.id } })).access_token);
  return bank;
}

interface Person {
  readonly email: string;
  readonly password: string;
}

async function enter(baseUrl: string, person: Person) {
  let token: string | undefined;
  const bank = createClient({
    baseUrl,
    getToken: () => token,
    fetch: keepingCookies(),
    onChallenge: (challenge) => Promise.resolve(challenge.code ?? ''),
  });
  const answer = await bank.call(
    issueToken,
    { body: { remember: false } },
    { authorization: basicAuthorization(person.email, person.password) },
  );
  token = answer.access_token;
  const setToken = (next: string) => {
    token = next;
  };
  return { bank, clientId: answer.ClientId, setToken };
}

/** A `fetch` that remembers cookies, as a browser does: the code of a sign-in is bound to the device that asked. */
export function keepingCookies(): typeof fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', Array.from(jar, ([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}

/** `npm run verify` while the server runs; rejects with its output if the books are wrong. */
export async function verifyBooks(): Promise<string> {
  const options = { cwd: root, env: { ...process.env, DATA_DIR: ownBank().directory } };
  const { stdout } = await run(process.execPath, ['apps/server/src/verify.ts'], options).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}
