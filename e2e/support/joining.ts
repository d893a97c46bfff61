/** Registration, step by step, as a person does it. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chooseCountry, chooseOption, expect } from './portal.ts';

export const password = 'quiet lemon harbour by six';

/** Someone unknown to the bank. */
export function newStranger() {
  const mark = randomBytes(4).toString('hex');
  const number = String(5_000_000 + (Number.parseInt(mark, 16) % 900_000));
  return { email: `marta.${mark}@mail.example`, password, phone: number, e164: `+372${number}` };
}
export type Stranger = ReturnType<typeof newStranger>;

export async function register(
  page: Page,
  stranger: Stranger,
  kind: 'Myself' | 'My company' = 'Myself',
): Promise<void> {
  await page.goto('/register');
  await page.getByText(kind, { exact: true }).click();
  await page.getByLabel('Email').fill(stranger.email);
  await page.getByLabel('Password', { exact: true }).fill(stranger.password);
  await chooseCountry(page, 'Country code', 'Estonia');
  await page.getByRole('textbox', { name: 'Mobile phone' }).fill(stranger.phone);
  await page.getByRole('button', { name: 'Open an account' }).click();
  await expect(page).toHaveURL(/\/onboarding/);
}

export async function fillPerson(
  page: Page,
  born = { day: '14', month: 'March', year: '1990' },
): Promise<void> {
  await page.getByLabel('First name').fill('Marta');
  await page.getByLabel('Last name').fill('Kask');
  await page.getByLabel('Day').fill(born.day);
  await chooseOption(page, 'Month', born.month);
  await page.getByLabel('Year').fill(born.year);
  await chooseCountry(page, 'Citizenship', 'Estonia');
}

/** The code of the registration's mail. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
}

/** Takes the texted code that the sandbox has filled in. */
export async function confirmPhone(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/phone-verification/);
  await expect(page.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
  let isSent = false;
  page.on('request', (request) => {
    isSent ||= request.url().endsWith('/phone-confirmation');
  });
  // A press while the page still moves may miss, so it is repeated; once the code is sent, the page moves on automatically.
  await expect(async () => {
    if (!isSent) await page.getByRole('button', { name: 'Confirm', exact: true }).click({ timeout: 2_000 });
    await expect.poll(() => isSent, { timeout: 2_000 }).toBe(true);
  }).toPass();
  await expect(page).toHaveURL(/\/create-account/);
}

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function fillAddress(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your home address' })).toBeVisible();
  await page.getByLabel('Street and number').fill('Pikk 3');
  await page.getByLabel('Postcode').fill('10123');
  await page.getByLabel('City').fill('Tallinn');
}

export async function acceptTerms(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Terms and fees' })).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await next(page);
}
