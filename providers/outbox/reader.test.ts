import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendEmail } from '../email/index.ts';
import { sendSms } from '../sms/index.ts';

const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const { sql } = app.database;
  await sendSms(sql, { to: '+37120000678', text: hostile });
  for (let count = 1; count <= 60; count += 1)
    await sendEmail(sql, {
      to: `person${count}@example.test`,
      locale: 'en',
      subject: hostile,
      paragraphs: [hostile],
      code: '123456',
      link: { label: hostile, url: `https://bank.example/?q=${hostile}` },
      closing: hostile,
    });
});
afterAll(() => app.close());

const get = async (path: string) => {
  const answer = await fetch(`${app.url}${path}`);
  return { answer, text: await answer.text() };
};
const listed = async (query: string) => {
  const { text } = await get(`/sandbox/outbox.json?${query}`);
  return JSON.parse(text) as { Items: Array<{ id: string; recipient: string }>; NextCursor: string | null };
};

describe('the sandbox’s outbox', () => {
  it('shows sent messages as text and never as markup, in the list, the message and the email itself', async () => {
    const [newest] = (await listed('to=person60')).Items;
    const [sms] = (await listed('to=%2B37120000678')).Items;
    for (const path of [
      '/sandbox/outbox',
      `/sandbox/outbox?id=${newest?.id}`,
      `/sandbox/outbox?id=${sms?.id}`,
      `/sandbox/outbox/email?id=${newest?.id}`,
      `/sandbox/outbox?to=${encodeURIComponent(hostile)}`,
    ]) {
      const { answer, text } = await get(path);
      expect(answer.status).toBe(200);
      expect(text).not.toContain('<script>');
      expect(text).not.toContain('<img');
      expect(text).toContain('&lt;script&gt;');
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
  });

  it('has the portal’s logo and typeface, and the reader’s language', async () => {
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${app.url}/sandbox/outbox`, { headers })).text();
    const english = await read({ 'accept-language': 'en' });
    expect(english).toContain('<html lang="en">');
    expect(english).toContain('<title>Calmly</title>');
    expect(english).toContain('href="/typeface.css"');
    expect(await read({ 'accept-language': 'ru' })).toContain('<html lang="ru">');
    expect(await read({ 'accept-language': 'en', cookie: 'a=b; locale=ru' })).toContain('Исходящие');
  });

  it('runs nothing in the frame of an email', async () => {
    const [newest] = (await listed('')).Items;
    const { answer } = await get(`/sandbox/outbox/email?id=${newest?.id}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('script-src');
    expect(policy).toMatch(/sandbox(?!.*allow-scripts)/);
  });

  it('is paged without gaps and searchable by part of the recipient', async () => {
    const first = await listed('to=EXAMPLE.test');
    const second = await listed(`to=EXAMPLE.test&cursor=${first.NextCursor}`);
    expect(first.Items).toHaveLength(50);
    expect(second.NextCursor).toBeNull();
    const all = [...first.Items, ...second.Items].map(({ recipient }) => recipient);
    expect(all).toEqual(Array.from({ length: 60 }, (_, index) => `person${60 - index}@example.test`));
    expect((await listed('to=nobody')).Items).toEqual([]);
  });

  it('ignores invalid addresses', async () => {
    expect((await get('/sandbox/outbox?id=1&cursor=2&to=a&to=b')).answer.status).toBe(200);
    expect((await get('/sandbox/outbox/email?id=x')).answer.status).toBe(200);
  });

  it('shows only channels without a real carrier, and does not exist outside the sandbox', async () => {
    const smtp = { url: 'smtp://127.0.0.1:1', from: 'no-reply@calmly.example' };
    const mailed = await startTestApp({ config: { smtp } });
    await sendEmail(mailed.database.sql, {
      to: 'x@example.test',
      locale: 'en',
      subject: 'S',
      paragraphs: ['P'],
    });
    await sendSms(mailed.database.sql, { to: '+37120000679', text: 'T' });
    const answer = await fetch(`${mailed.url}/sandbox/outbox.json`);
    const { Items } = (await answer.json()) as { Items: Array<{ channel: string }> };
    expect(Items.map(({ channel }) => channel)).toEqual(['sms']);
    await mailed.close();

    const sandbox = { enabled: false, railDelayMs: 0, paymentsPerHour: 60, seed: 'tests' };
    const real = await startTestApp({ config: { sandbox } });
    await sendSms(real.database.sql, { to: '+37120000680', text: 'secret 493817' });
    for (const path of ['/sandbox/outbox', '/sandbox/outbox.json', '/sandbox/outbox/email'])
      expect(await (await fetch(`${real.url}${path}`)).text()).not.toMatch(/37120000680|Outbox/);
    await real.close();
  });
});
