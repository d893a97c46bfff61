/** One word for one thing, in all texts of the portal: those who decide and the verbs they read. */
import { expect, test } from 'vitest';

const files = {
  en: import.meta.glob<string>('./en/**/*.ts', { query: '?raw', import: 'default', eager: true }),
  ru: import.meta.glob<string>('./ru/**/*.ts', { query: '?raw', import: 'default', eager: true }),
};
const textsOf = (language: 'en' | 'ru') =>
  Object.entries(files[language]).map(([path, text]) => ({ file: path.slice('./en/'.length), text }));

/** A bank approves a card purchase, a merchant's desk plays it, and we approve an address: nobody's approval is asked for. */
const others = ['payments/payment-course.ts', 'service/sandbox-desk.ts', 'people/profile.ts'];

test('in Russian a request is agreed to by one word', () => {
  const found = textsOf('ru').filter(
    ({ file, text }) => !others.includes(file) && /(?<!\p{L})одобр/iu.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('the texts are read', () => {
  expect(textsOf('ru').length).toBeGreaterThan(40);
});

test.each(['crypto user', 'Limits of', 'XLSX with your payees'])('no English text says “%s”', (words) => {
  expect(textsOf('en').filter(({ text }) => text.includes(words))).toEqual([]);
});
