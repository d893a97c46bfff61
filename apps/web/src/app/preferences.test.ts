import type { Client } from '@calmly/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What the bank was asked to store. */
const stored: unknown[] = [];

beforeEach(() => {
  stored.length = 0;
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { lang: 'en', dataset: {} },
    querySelector: () => null,
  });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.resetModules();
  vi.doMock('@calmly/portal-kit/session/calls.ts', () => ({
    savePreferences: 'savePreferences',
    bank: { call: async (_endpoint: unknown, { body }: { body: unknown }) => void stored.push(body) },
  }));
  vi.doMock('@calmly/portal-kit/session/session.ts', () => ({ rereadClient: async () => undefined }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('@calmly/portal-kit/session/calls.ts');
  vi.doUnmock('@calmly/portal-kit/session/session.ts');
  vi.doUnmock('@calmly/texts/ru/entry.ts');
  vi.resetModules();
});

/** A page in English, on which a person signs in whose language at the bank is Russian. */
async function signIn() {
  const catalogue = await import('@calmly/texts/catalogue.ts');
  const { followPreferences } = await import('./preferences.ts');
  const { setSession } = await import('@calmly/portal-kit/session/state.ts');
  followPreferences();
  setSession({
    status: 'signed-in',
    client: { id: 'anna', language: 'ru', theme: 'light' } as unknown as Client,
    remembered: false,
    termsAccepted: true,
    isJustVerified: false,
  });
  return catalogue;
}

test('a language chosen while the bank’s one still loads is stored', async () => {
  const arrival = Promise.withResolvers<void>();
  vi.doMock('@calmly/texts/ru/entry.ts', async (original) => {
    await arrival.promise;
    return original();
  });
  const { chosenLocale, getTexts, setLocale } = await signIn();
  expect([chosenLocale(), getTexts().locale]).toEqual(['ru', 'en']);
  await setLocale('en');
  arrival.resolve();
  await vi.waitFor(() => expect(stored).toEqual([{ language: 'en' }]));
  expect(getTexts().locale).toBe('en');
});

test('the bank’s language, applied here, is not sent back', async () => {
  const { getTexts, setLocale } = await signIn();
  await vi.waitFor(() => expect(getTexts().locale).toBe('ru'));
  expect(stored).toEqual([]);
  await setLocale('en');
  await vi.waitFor(() => expect(stored).toEqual([{ language: 'en' }]));
});

test('a language that could not be loaded is not stored', async () => {
  vi.doMock('@calmly/texts/ru/entry.ts', () => {
    throw new Error('the file did not arrive');
  });
  const { chosenLocale, setLocale } = await signIn();
  await vi.waitFor(() => expect(chosenLocale()).toBe('en'));
  await expect(setLocale('ru')).rejects.toThrow();
  expect(stored).toEqual([]);
});
