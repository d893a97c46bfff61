/** Responses may contain a sent code only if no message leaves the machine (D7). */

import { newId } from '@calmly/platform/ids.ts';
import type { AppConfig } from '@calmly/server/src/composition.ts';
import { startTestApp } from '@calmly/server/test/support/app.ts';
import { challengeOf, createBrowser, requestToken } from '@calmly/server/test/support/processes/browser.ts';
import { expect, test } from 'vitest';
import { createPersonClient } from '../index.ts';

const smtp = { url: 'smtp://127.0.0.1:9', from: 'no-reply@calmly.example' };
const twilio = {
  accountSid: `AC${'0'.repeat(32)}`,
  user: 'user',
  secret: 'secret',
  from: '+4915100000000',
  baseUrl: 'http://127.0.0.1:9',
};

test.each<[string, Partial<AppConfig>, boolean]>([
  ['mail is carried', { smtp }, false],
  ['SMS are carried', { twilio }, false],
  ['both are', { smtp, twilio }, false],
  ['nothing is (the control)', {}, true],
])('in a sandbox where %s', async (_where, config, shows) => {
  const app = await startTestApp({ config });
  try {
    const login = { email: `anna.${newId()}@test.example`, password: 'more-payments-less-stress' };
    const work = { sql: app.database.sql, now: new Date(), newId };
    await createPersonClient(work, { ...login, firstName: 'Anna', lastName: 'Tamm' });
    const asked = challengeOf(await requestToken(createBrowser(app.url), login));
    expect(asked.code !== undefined).toBe(shows);
    expect(asked.sent_via).toBe('email');
  } finally {
    await app.close();
  }
});
