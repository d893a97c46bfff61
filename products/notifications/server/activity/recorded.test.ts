/**
 * The activity lists a client's actions in order: each product's calls that change access, money or data, once each, and nothing else. A call that
 * writes no entry, or writes it for another client, fails here.
 */
import { listActivity } from '@calmly/contract';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { lookAtCards } from '@calmly/server/test/support/cards.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { cardOrder, issue } from '@calmly/server/test/support/issued-cards.ts';
import { does as doCall, type Given } from '@calmly/server/test/support/sample-calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: TestApp;
let payer: Payer;

beforeAll(async () => {
  bank = await startTestApp();
  payer = await createPayer(bank);
});
afterAll(() => bank.close());

const does = (by: Pick<Payer, 'token'>, call: string, given: Given = {}) => doCall(bank, by, call, given);

/** The activity, oldest first. */
async function recorded({ token }: Pick<Payer, 'token'>, kind?: string): Promise<string[]> {
  const query = { limit: 200, ...(kind && { kind }) } as never;
  const { output } = await bank.call(listActivity, { query }, { token });
  return output.Items.map(({ text }) => text).reverse();
}

test('cards', async () => {
  const anna = await createPayer(bank);
  const from = { AccountFrom: anna.account.number };
  const { id, lastFour, name, version } = await issue(bank, anna);
  const card = `${name} •••• ${lastFour}`;
  await does(anna, 'changeCardControls', { id, body: { Version: version } });
  await does(anna, 'topUpCard', { id, body: from });
  await does(anna, 'withdrawFromCard', { id, body: { ToAccount: anna.account.number, Amount: '1.00' } });
  await does(anna, 'revealCard', { id });
  await does(anna, 'renameCard', { id });
  const renamed = `Travel •••• ${lastFour}`;
  await does(anna, 'blockCard', { id });
  await does(anna, 'unblockCard', { id });
  await does(anna, 'changeReceiptRules');
  await does(anna, 'closeCard', { id, body: { LedgerAccountNumber: anna.account.number } });
  expect(await recorded(anna, 'cards')).toEqual([
    `Card ${card} issued for Anna Tamm`,
    `Card ${card} restricted`,
    `Card ${card} topped up`,
    `Money moved from card ${card} to an account`,
    `Number and security code of card ${card} shown`,
    `Card ${name} •••• ${lastFour} renamed to Travel`,
    `Card ${renamed} blocked`,
    `Card ${renamed} unblocked`,
    'Rules for receipts of card payments changed',
    `Card ${renamed} closed`,
  ]);
});

test('cards of plastic', async () => {
  const anna = await createPayer(bank);
  const { id, lastFour, name } = await issue(bank, anna, {
    ...cardOrder(anna.account.number),
    kind: 'PLASTIC',
  });
  const card = `${name} •••• ${lastFour}`;
  await bank.database.inTransaction((sql) => advanceBusinessTime(sql, 7 * 24));
  await lookAtCards(bank);
  await does(anna, 'activateCard', { id, body: { LastFour: lastFour } });
  await does(anna, 'setPin', { id });
  await does(anna, 'showPin', { id });
  await does(anna, 'replaceCard', { id });
  expect(await recorded(anna, 'cards')).toEqual([
    `Card ${card} issued for Anna Tamm`,
    `Card ${card} activated`,
    `PIN of card ${card} set`,
    `PIN of card ${card} shown`,
    `Card ${card} closed`,
    expect.stringMatching(new RegExp(`^Card ${name} •••• ${lastFour} replaced by •••• \\d{4}: lost$`)),
  ]);
});

test('payees', async () => {
  const anna = await createPayer(bank);
  const { Id: id } = await does(anna, 'createBeneficiary');
  await does(anna, 'updateBeneficiary', {
    id,
    body: { bank_details: [{ iban: 'DE33200505501289447016', currency: 'EUR' }] },
  });
  await does(anna, 'changeParty', { id, body: { Name: 'Rheinwerk Verlag GmbH' } });
  await does(anna, 'trustBeneficiary', { id, body: { Trusted: true } });
  await does(anna, 'trustBeneficiary', { id, body: { Trusted: false } });
  await does(anna, 'deleteBeneficiary', { id });
  expect(await recorded(anna, 'payees')).toEqual([
    expect.stringMatching(/^Payee Rheinwerk GmbH added, .*3000$/),
    expect.stringMatching(/^Account of payee Rheinwerk GmbH changed to .*7016$/),
    'Details of payee Rheinwerk Verlag GmbH changed',
    'Small payments to Rheinwerk Verlag GmbH no longer need a code',
    'All payments to Rheinwerk Verlag GmbH need a code again',
    'Payee Rheinwerk Verlag GmbH deleted',
  ]);
});

test('accounts, and requests for money with their pages', async () => {
  const anna = await createPayer(bank);
  const { Id: id } = await does(anna, 'openAccount');
  await does(anna, 'renameAccount', { id });
  const { Id: link } = await does(anna, 'createPayLink', { body: { AccountId: id, RequestId: undefined } });
  await does(anna, 'revokePayLink', { id: link });
  await does(anna, 'closeAccount', { id });
  expect(await recorded(anna, 'profile')).toEqual([
    'Account Kyoto opened in JPY',
    'Account Kyoto renamed to Rent',
    expect.stringMatching(/^Account Rent closed, \d+$/),
  ]);
  const request = await does(anna, 'createMoneyRequest', {
    body: { ToAccount: anna.account.number },
  });
  await does(anna, 'cancelMoneyRequest', { id: request.Id });
  expect(await recorded(anna, 'payments')).toEqual([
    'Payment page link created',
    'Payment page link turned off',
    expect.stringMatching(/^Request for money created: RF\d/),
    expect.stringMatching(/^Request for money cancelled: RF\d/),
  ]);
});

test('crypto', async () => {
  const anna = await createPayer(bank);
  await does(anna, 'createCryptoUser');
  await does(anna, 'createWallet');
  const { Id: payee } = await does(anna, 'addCryptoPayee');
  await does(anna, 'moveCrypto', { body: { LedgerAccountNumber: anna.account.number } });
  await does(anna, 'deleteCryptoPayee', { id: payee });
  expect(await recorded(anna, 'crypto')).toEqual([
    'Crypto started',
    'Deposit address for BTC created',
    'Cold wallet (BTC) added to the address book',
    'Money moved from an account to the EPI wallet',
    'Cold wallet (BTC) deleted from the address book',
  ]);
});

test('payouts', async () => {
  const anna = await createPayer(bank);
  const { Id: id } = await does(anna, 'createPayout', { body: { FileName: undefined, FileBody: undefined } });
  await does(anna, 'setPayoutConfidential', { id });
  await does(anna, 'setPayoutConfidential', { id, body: { Version: 2, Confidential: false } });
  await does(anna, 'deletePayout', { id });
  expect(await recorded(anna, 'payments')).toEqual([
    expect.stringMatching(/^Payout started: /),
    expect.stringMatching(/^Payout made confidential: /),
    expect.stringMatching(/^Payout no longer confidential: /),
    expect.stringMatching(/^Payout discarded: /),
  ]);
});

test('settings of a person, and the conversation with support', async () => {
  await does(payer, 'savePreferences', { body: { Language: 'en' } });
  await does(payer, 'saveNotificationChoice');
  await does(payer, 'saveQuietHours');
  await does(payer, 'saveDigest');
  await does(payer, 'saveThreshold', { body: { AccountId: payer.account.id } });
  const { Id: id } = await does(payer, 'startConversation');
  await does(payer, 'sendMessage', { id });
  await does(payer, 'closeConversation', { id });
  expect(await recorded(payer)).toEqual([
    'Language or theme changed',
    'Notification settings changed',
    'Quiet hours changed',
    'Summary by email: weekly',
    expect.stringMatching(/^Alert set: balance below 100\.00 EUR, /),
    'Wrote to support',
    'Another message to support',
    'Conversation with support closed',
  ]);
});

test('people of a company', async () => {
  const { boris } = await createFirm(bank);
  const by = { token: boris.companyToken };
  const before = (await recorded(by, 'people')).length;
  const { Id: id } = await does(by, 'invitePerson', { body: { Email: 'nina@test.example' } });
  await does(by, 'withdrawInvitation', { id });
  expect((await recorded(by, 'people')).slice(before)).toEqual([
    'nina@test.example invited',
    'Invitation to nina@test.example withdrawn',
  ]);
});
