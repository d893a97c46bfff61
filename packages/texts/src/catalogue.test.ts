import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('@calmly/products/payments/texts/en/fees.ts');
  vi.doUnmock('./ru/entry.ts');
  vi.resetModules();
});

const failing = () => {
  throw new Error('the file did not arrive');
};

test('a part that failed to load is requested again, and other parts load without it', async () => {
  vi.doMock('@calmly/products/payments/texts/en/fees.ts', failing);
  const { getTexts, loadTexts } = await import('./catalogue.ts');
  await expect(loadTexts('fees')).rejects.toThrow();
  await loadTexts('search');
  expect(getTexts().catalogue).not.toHaveProperty('fees');
  await expect(loadTexts('fees')).rejects.toThrow();
  vi.doUnmock('@calmly/products/payments/texts/en/fees.ts');
  await loadTexts('fees');
  expect(getTexts().catalogue).toHaveProperty('fees');
});

test('after a language that did not arrive, the one on the screen counts; chosen again, it has all parts', async () => {
  vi.doMock('./ru/entry.ts', failing);
  const { chosenLocale, getTexts, loadTexts, showTexts } = await import('./catalogue.ts');
  await loadTexts('fees');
  await expect(showTexts('ru')).rejects.toThrow();
  expect([getTexts().locale, chosenLocale()]).toEqual(['en', 'en']);
  vi.doUnmock('./ru/entry.ts');
  await loadTexts('search');
  expect(getTexts().locale).toBe('en');
  await showTexts('ru');
  expect([getTexts().locale, chosenLocale()]).toEqual(['ru', 'ru']);
  expect(getTexts().catalogue).toHaveProperty('fees');
  expect(getTexts().catalogue).toHaveProperty('search');
});

test('a screen that opens while a language fails to arrive is in the language of the screen before', async () => {
  vi.doMock('./ru/entry.ts', failing);
  const { getTexts, loadTexts, showTexts } = await import('./catalogue.ts');
  await loadTexts('fees');
  const choice = showTexts('ru');
  await Promise.all([expect(choice).rejects.toThrow(), loadTexts('search'), loadTexts('fees')]);
  expect(getTexts().locale).toBe('en');
  expect(getTexts().catalogue).toHaveProperty('search');
});

test('a part that does not arrive fails no other part that loads at the same time', async () => {
  vi.doMock('@calmly/products/payments/texts/en/fees.ts', failing);
  const { getTexts, loadTexts } = await import('./catalogue.ts');
  await Promise.all([loadTexts('search'), expect(loadTexts('fees')).rejects.toThrow(), loadTexts('insight')]);
  expect(Object.keys(getTexts().catalogue)).toEqual(expect.arrayContaining(['search', 'insight']));
});
