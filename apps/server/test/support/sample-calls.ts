/** Calls by name, with the sample body of the contract's tests, and with the code if one is requested. */
import { type Challenge, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from './app.ts';
import { sampleBodies } from './attackers/sample-bodies.ts';
import { createBrowser, type Reply } from './processes/browser.ts';

export interface Given {
  /** In the path. */
  readonly id?: string | undefined;
  /** Changes to the sample, in wire names. */
  readonly body?: object | undefined;
}

/** The answer, refused or not. */
export async function send(
  bank: Pick<TestApp, 'url'>,
  { token }: { readonly token: string },
  call: string,
  { id = '', body = {} }: Given = {},
): Promise<Reply> {
  const endpoint = endpoints[call];
  if (!endpoint) throw new Error(`there is no call ${call}`);
  const { method, path, idempotent } = endpoint;
  const browser = createBrowser(bank.url);
  browser.token = token;
  const sample = sampleBodies[call];
  const key = idempotent ? { 'idempotency-key': newId() } : {};
  const sendWith = (more = {}) =>
    browser.send(method, path.replace(/\{\w+\}/, id), {
      ...(sample && { body: { ...sample, ...body } }),
      headers: { ...key, ...more },
    });
  const asked = await sendWith();
  if (asked.status !== 203) return asked;
  return sendWith({ 'x-tfa-code': (asked.body as { detail: Challenge }).detail.code });
}

/** The same if it must succeed; returns the answer's body. */
export async function does(
  bank: Pick<TestApp, 'url'>,
  by: { readonly token: string },
  call: string,
  given: Given = {},
): Promise<{ readonly Id: string }> {
  const { status, body } = await send(bank, by, call, given);
  if (status < 200 || status > 299 || status === 203)
    throw new Error(`${call} answered ${status}: ${JSON.stringify(body)}`);
  return body as { Id: string };
}
