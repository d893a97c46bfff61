/** A network that delivers a form's request and loses the answer, and the form's required state. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';

export interface Loss {
  /** Of every attempt. */
  readonly keys: ReadonlySet<string | undefined>;
  readonly bodies: ReadonlySet<string | null>;
  /** From now on answers arrive. */
  readonly end: () => Promise<void>;
}

/**
 * Every POST to `path` reaches the bank, and all its answers except the request for a code are lost: the connection breaks, or the server
 * answers that the outcome of the commit is unknown.
 */
export async function loseAnswers(page: Page, path: RegExp, how: 'connection' | 'commit'): Promise<Loss> {
  const keys = new Set<string | undefined>();
  const bodies = new Set<string | null>();
  const lose = async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    if (response.status() === 203) return route.fulfill({ response });
    if (how === 'connection') return route.abort('connectionreset');
    const json = {
      type: 'urn:calmly:problem:unavailable',
      title: 'Unavailable',
      status: 503,
      code: 'unavailable',
    };
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json });
  };
  await page.route(path, lose);
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !path.test(request.url())) return;
    keys.add(request.headers()['idempotency-key']);
    bodies.add(request.postData());
  });
  return { keys, bodies, end: () => page.unroute(path, lose) };
}

/** The form shows the sent values, and that it can only be sent again. */
export async function expectLocked(form: Locator, field: Locator, value: string): Promise<void> {
  await expect(form.getByText('We couldn’t get the result')).toBeVisible({ timeout: 20_000 });
  await expect(field).toBeDisabled();
  await expect(field).toHaveValue(value);
}
