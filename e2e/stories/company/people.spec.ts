/**
 * A company's people: an administrator invites, another approves, a new person joins in their own browser, and is suspended while at
 * work; another declines.
 */
import { decideInbox, invitePerson, isSentForApproval, listInbox, rightNames } from '@calmly/contract';
import type { Browser, Page } from '@playwright/test';
import { signInForCompany } from '../../support/bank.ts';
import { newStranger } from '../../support/joining.ts';
import { newestMessage } from '../../support/outbox.ts';
import {
  anna,
  boris,
  chooseCountry,
  confirmCode,
  expect,
  expectAccessible,
  signInByForm,
  test,
} from '../../support/portal.ts';

const company = 'Northwind Trading OU';
const maria = { ...anna, email: 'maria@demo.calmly.example' };

/** Another person at another computer. */
async function otherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  return context.newPage();
}

/** Boris requests it and Maria approves, both over the API. */
async function inviteByApi(url: string, email: string): Promise<void> {
  const [asBoris, asMaria] = [await signInForCompany(url, boris), await signInForCompany(url, maria)];
  const none = Object.fromEntries(rightNames.map((name) => [name, false])) as Record<
    (typeof rightNames)[number],
    boolean
  >;
  const body = { email, rights: { ...none, can_view_statements: true }, validUntil: null };
  const sent = await asBoris.call(invitePerson, { body });
  if (!isSentForApproval(sent)) throw new Error('the invitation did not wait for approval');
  const inbox = await asMaria.call(listInbox, { query: {} });
  const asked = inbox.Items.find(({ id }) => id === sent.approvalId);
  const items = [{ id: sent.approvalId, version: asked?.version ?? '' }];
  const { results } = await asMaria.call(decideInbox, { body: { items, decision: 'APPROVE' } });
  expect(results[0]?.outcome).toBe('APPROVED');
}

/** The profile's tab, acting for the company. */
async function openPeople(page: Page): Promise<void> {
  await page.goto('/account-profile?tab=people');
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
}

test('a person is invited, joins from another browser and is suspended while at work; another declines', {
  tag: '@journey',
}, async ({ page, browser, baseURL }) => {
  const stranger = newStranger();
  const guest = await otherBrowser(browser);
  const second = await otherBrowser(browser);

  await test.step('Boris invites someone who may request payments; the company requires a second approval', async () => {
    await signInByForm(page, boris);
    await page.getByRole('button', { name: /^Profile: / }).click();
    await page.getByRole('button', { name: new RegExp(company) }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Profile: ${company}`) })).toBeVisible();
    await openPeople(page);
    await expect(page.getByRole('heading', { name: 'Maria Kask' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill(stranger.email);
    await page.getByRole('checkbox', { name: 'Manage cards' }).check();
    await expect(page.getByRole('checkbox', { name: 'View cards' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Request payments' }).check();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    expect(await confirmCode(page)).toContain(`Invite ${stranger.email}: request payments`);
    await expect(page).toHaveURL(/\/inbox/);
  });

  await test.step('Maria approves', async () => {
    await second.goto('/login');
    await second.getByLabel('Email or client number').fill(maria.email);
    await second.getByLabel('Password', { exact: true }).fill(maria.password);
    await second.getByRole('button', { name: 'Sign in', exact: true }).click();
    await confirmCode(second);
    await expect(second.getByRole('button', { name: new RegExp(`^Profile: ${company}`) })).toBeVisible();
    await second.goto('/inbox');
    await second
      .locator('[data-row-control]')
      .filter({ hasText: `Invite ${stranger.email}` })
      .click();
    await second.getByRole('button', { name: 'Approve', exact: true }).last().click();
    expect(await confirmCode(second)).toContain(stranger.email);
  });

  await test.step('the invited person opens the email, creates an access and lands in the company', async () => {
    const { link } = await newestMessage(browser, stranger.email, /invites you/);
    await guest.goto(new URL(link).pathname + new URL(link).search);
    await expect(guest.getByRole('heading', { name: `${company} invites you` })).toBeVisible();
    await expect(guest).toHaveURL(/\/invitation$/);
    await expectAccessible(guest);
    await guest.getByLabel('First name').fill('Joonas');
    await guest.getByLabel('Last name').fill('Lepik');
    await guest.getByLabel('Password', { exact: true }).fill(stranger.password);
    await chooseCountry(guest, 'Country code', 'Estonia');
    await guest.getByRole('textbox', { name: 'Mobile phone' }).fill(stranger.phone);
    await guest.getByRole('button', { name: 'Continue' }).click();
    await expect(guest.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
    await guest.getByRole('button', { name: 'Continue' }).click();
    await expect(guest.getByRole('button', { name: new RegExp(`^Profile: ${company}`) })).toBeVisible();
    await expect(guest).toHaveURL(/\/dashboard/);
  });

  await test.step('Boris suspends them, and their open page ends', async () => {
    await openPeople(page);
    await page.getByRole('button', { name: 'Edit Joonas Lepik' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    expect(await confirmCode(page)).toContain('Suspend Joonas Lepik’s access');
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(guest).toHaveURL(/\/(logout|login)/);
  });

  await test.step('another invited person declines, by keyboard, and Boris sees it', async () => {
    const { email } = newStranger();
    await inviteByApi(baseURL ?? '', email);
    const { link } = await newestMessage(browser, email, /invites you/);
    await guest.goto(new URL(link).pathname + new URL(link).search);
    await guest.getByRole('button', { name: 'Decline' }).press('Enter');
    const question = guest.getByRole('dialog', { name: 'Decline the invitation?' });
    await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused();
    await guest.keyboard.press('Tab');
    await guest.keyboard.press('Enter');
    await expect(guest.getByRole('heading', { name: 'Invitation declined' })).toBeVisible();
    await expectAccessible(guest);
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Declined');
  });

  await guest.context().close();
  await second.context().close();
});
