/** A client before the identity check, brought there over the API; the story begins where the browser signs in. */
import { randomBytes } from 'node:crypto';
import {
  acceptOnboardingTerms,
  confirmEmail,
  confirmPhone,
  createClient,
  register,
  saveAccountChoice,
  savePerson,
  saveResidentialAddress,
  sendPhoneCode,
  termsVersions,
} from '@calmly/contract';
import type { Browser, Page } from '@playwright/test';
import { keepingCookies } from './bank.ts';
import { newestMessage } from './outbox.ts';
import { confirmCode } from './portal.ts';

/** Registers someone new and completes every step up to the check; returns their login. */
export async function createApplicant(
  browser: Browser,
  baseUrl = '',
): Promise<{ email: string; password: string }> {
  const mark = randomBytes(4).toString('hex');
  const person = { email: `liis.${mark}@mail.example`, password: 'quiet lemon harbour by six' };
  const phone = `+372${5_000_000 + (Number.parseInt(mark, 16) % 900_000)}`;
  let token: string | undefined;
  const bank = createClient({ baseUrl, getToken: () => token, fetch: keepingCookies() });
  const { access_token } = await bank.call(register, { body: { ...person, phone, kind: 'individual' } });
  token = access_token;
  await bank.call(savePerson, {
    body: {
      firstName: 'Liis',
      lastName: 'Saar',
      dateOfBirth: Date.UTC(1988, 1, 29) / 1000,
      citizenship: 'EE',
      residence: 'EE',
    },
  });
  const { code } = await newestMessage(browser, person.email, /./);
  await bank.call(confirmEmail, { body: { code } });
  const text = await bank.call(sendPhoneCode, { body: {} });
  await bank.call(confirmPhone, { body: { code: text.code ?? '' } });
  await bank.call(saveAccountChoice, { body: { accountType: 'personal', cardType: 'none' } });
  await bank.call(saveResidentialAddress, {
    body: { line1: 'Pikk 3', line2: null, postCode: '10123', town: 'Tallinn', country: 'EE' },
  });
  await bank.call(acceptOnboardingTerms, { body: { version: termsVersions.main, feesAccepted: true } });
  return person;
}

/** Signs in, with the code of an unknown browser, and comes to the check. */
export async function signInToCheck(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or client number').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await confirmCode(page);
  await page.waitForURL(/\/create-account/);
}
