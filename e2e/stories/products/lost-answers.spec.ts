/**
 * Every form that moves money, when the bank executes the request and the answer is lost: the form stays as it was sent, also after a
 * reload, sends the same body under the same key, and the money moves once. The payment and the exchange have their own stories.
 */
import {
  issueCard,
  listAccounts,
  listCards,
  listTradeOrders,
  listWithdrawals,
  termsVersions,
} from '@calmly/contract';
import type { Locator, Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { fund, walletOf } from '../../support/crypto.ts';
import { expectLocked, loseAnswers } from '../../support/lost-answers.ts';
import { boris, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test.use({ allowedComplaints: [/net::ERR_|status of 503/], serviceWorkers: 'block' });

/** An address outside the bank, from EIP-55. */
const outside = '0x52908400098527886E0F7030069857D2E4169EE7';

interface Story {
  readonly page: Page;
  readonly path: RegExp;
  readonly how: 'connection' | 'commit';
  readonly open: () => Promise<void>;
  readonly form: Locator;
  readonly fill: () => Promise<void>;
  readonly send: RegExp;
  readonly asksCode?: boolean;
  readonly field: Locator;
  /** The field's text after sending. */
  readonly value: string;
}

/** Sends, loses the answer, reloads, and retries until the answer arrives. */
async function loseAndAskAgain(story: Story): Promise<void> {
  const { page, path, how, open, form, fill, send, asksCode = true, field, value } = story;
  await open();
  await fill();
  const loss = await loseAnswers(page, path, how);
  await form.getByRole('button', { name: send }).click();
  if (asksCode) await confirmCode(page);
  await expectLocked(form, field, value);
  await page.reload();
  await open();
  await expectLocked(form, field, value);
  await expectAccessible(page);
  await loss.end();
  await form.getByRole('button', { name: 'Check again' }).click();
  await expect(form.getByText('We couldn’t get the result')).toBeHidden();
  expect(loss.keys.size, 'one key').toBe(1);
  expect(loss.bodies.size, 'one body').toBe(1);
}

test('a top-up whose answer is lost is made once', async ({ page, baseURL }) => {
  const bank = await signInToApi(baseURL ?? '', boris);
  const { Items: accounts } = await bank.call(listAccounts, { query: { currency: 'EUR' } });
  const issued = await bank.call(issueCard, {
    body: {
      kind: 'VIRTUAL',
      design: 'ink',
      name: 'Lost answers',
      nameOnCard: 'BORIS SOKOLOV',
      feeAccount: accounts[0]?.number ?? '',
      isSingleUse: false,
      termsVersion: termsVersions.cards,
    },
  });
  if (!('id' in issued)) throw new Error('the card waits for an approval');
  const form = page.getByRole('dialog', { name: 'Top up Lost answers' });
  await signIn(page, boris);
  await loseAndAskAgain({
    page,
    path: /\/api\/cards\/topup\/[^/]+$/,
    how: 'commit',
    open: async () => {
      await page.goto(`/cards?card=${issued.id}`);
      await page.getByRole('button', { name: 'Top up' }).click();
    },
    form,
    fill: async () => {
      // Typed, left, and continued: each change is another amount, but only one intent is sent.
      await form.getByLabel('Amount on the card').fill('7');
      await form.getByLabel('Amount on the card').blur();
    },
    send: /^Top up 7.00/,
    field: form.getByLabel('Amount on the card'),
    value: '7.00',
  });
  const { Items: cards } = await bank.call(listCards, { query: { group: 'MINE' } });
  expect(cards.find(({ id }) => id === issued.id)?.available).toBe('7.00');
});

test('a withdrawal of crypto and an order of the exchange whose answers are lost are made once', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', boris);
  await walletOf(bank, 'ETH');
  await fund(bank, 'ETH', '1');
  await fund(bank, 'EPI', '1000');
  await walletOf(bank, 'BTC');
  await signIn(page, boris);

  await test.step('the withdrawal', async () => {
    const form = page.getByRole('dialog', { name: 'Withdraw ETH' });
    const { Items: before } = await bank.call(listWithdrawals, { query: {} });
    await loseAndAskAgain({
      page,
      path: /\/api\/crypto\/withdrawals$/,
      how: 'connection',
      open: async () => {
        await page.goto('/crypto?screen=WALLETS');
        await page.getByRole('button', { name: 'Withdraw ETH' }).click();
      },
      form,
      fill: async () => {
        await form.getByLabel('Address').fill(outside);
        await expect(form).toContainText('The address is valid.');
        await form.getByLabel('Amount').fill('0.25');
      },
      send: /^Withdraw 0.25 ETH$/,
      field: form.getByLabel('Amount'),
      value: '0.25',
    });
    const { Items } = await bank.call(listWithdrawals, { query: {} });
    expect(Items).toHaveLength(before.length + 1);
  });

  await test.step('the order', async () => {
    const form = page.getByRole('region', { name: 'Place an order' });
    const { Items: before } = await bank.call(listTradeOrders, { query: {} });
    await loseAndAskAgain({
      page,
      path: /\/api\/crypto\/orders$/,
      how: 'commit',
      open: () => page.goto('/crypto').then(() => undefined),
      form,
      fill: async () => {
        await form.getByLabel('Price', { exact: true }).fill('20000');
        await form.getByLabel('Amount', { exact: true }).fill('0.01');
      },
      send: /^Buy 0.01/,
      asksCode: false,
      field: form.getByLabel('Amount', { exact: true }),
      value: '0.01',
    });
    const { Items } = await bank.call(listTradeOrders, { query: {} });
    expect(Items).toHaveLength(before.length + 1);
  });
});
