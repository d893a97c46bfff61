/**
 * A browser from the API's view: it keeps cookies, sends the bearer token once it has one, and repeats a call with
 * the code of a 203. Tests of other modules get a signed-in client with `signIn`.
 */
import type { Challenge, Token } from '@calmly/contract';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or undefined for an empty body. */
  readonly body: unknown;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Browser {
  /** By name, without attributes. */
  readonly cookies: Map<string, string>;
  token: string | undefined;
  /** `path` is under `/api`. */
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>;
}

/** A browser without any cookie. */
export function createBrowser(url: string): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    cookies,
    token: undefined,
    async send(method, path, { body, headers = {} } = {}) {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(cookies.size > 0
            ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
            : {}),
          ...(browser.token === undefined ? {} : { authorization: `Bearer ${browser.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const line of answer.headers.getSetCookie()) keep(cookies, line);
      const text = await answer.text();
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
      };
    },
  };
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const [name = '', value = ''] = pair.split('=');
  if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

export interface Login {
  /** Email or client number. */
  readonly email: string;
  readonly password: string;
}

/** The header of RFC 7617. */
export const basic = ({ email, password }: Login) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** One token call; with a code if given. */
export const requestToken = (
  browser: Browser,
  login: Login,
  options: { code?: string; remember?: boolean } = {},
) =>
  browser.send('POST', '/oauth/token', {
    body: { remember: options.remember ?? false },
    headers: {
      authorization: basic(login),
      ...(options.code === undefined ? {} : { 'x-tfa-code': options.code }),
    },
  });

/** The challenge of a 203. Throws for any other answer. */
export function challengeOf(reply: Reply): Challenge {
  if (reply.status !== 203)
    throw new Error(`expected 203, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return (reply.body as { detail: Challenge }).detail;
}

/** The code that the sandbox shows in a 203. */
export function codeOf(reply: Reply): string {
  const { code } = challengeOf(reply);
  if (code === undefined) throw new Error('the answer shows no code');
  return code;
}

/** Signs in from a new browser, with the code; the browser then sends the token with each call. */
export async function signIn(
  url: string,
  login: Login,
  options: { remember?: boolean } = {},
): Promise<{ browser: Browser; token: string; clientId: string }> {
  const browser = createBrowser(url);
  const asked = await requestToken(browser, login, options);
  const reply = await requestToken(browser, login, { ...options, code: codeOf(asked) });
  if (reply.status !== 200) throw new Error(`sign-in failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  const answer = reply.body as Token;
  browser.token = answer.access_token;
  return { browser, token: answer.access_token, clientId: answer.ClientId };
}
