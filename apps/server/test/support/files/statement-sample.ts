/** A camt.053 as clients download it, with a line of every kind, for a check against ISO 20022's schema. */
import { defaultBank } from '@calmly/products/accounts/server/accounts/index.ts';
import { camt053Of } from '@calmly/products/accounts/server/statements/formats/camt053.ts';
import { periodOf } from '@calmly/products/accounts/server/statements/period.ts';
import type { Line } from '@calmly/products/accounts/server/statements/source.ts';
import type { StoredTransaction } from '@calmly/products/accounts/server/transactions/index.ts';

const at = new Date('2026-03-29T10:00:00Z');

const payment: Line['transaction'] & StoredTransaction = {
  id: '0198c0de-0000-7000-8000-000000000001',
  number: 'T-2026-0000001',
  clientId: '0198c0de-0000-7000-8000-000000000002',
  accountId: '0198c0de-0000-7000-8000-000000000003',
  direction: 'DEBIT',
  scheme: 'SEPA',
  status: 'EXECUTED',
  version: 1,
  currency: 'EUR',
  amountMinor: 4_000n,
  feeMinor: 35n,
  reference: 'Счёт № 7 & <доставка>',
  chargeBearer: 'SHA',
  endToEndId: '',
  beneficiaryId: null,
  initiatorId: null,
  debtorName: 'ООО «Ромашка»',
  debtorAccount: 'LT143850010203040506',
  creditorName: 'Hansa & Söhne <GmbH>',
  creditorAccount: 'DE89370400440532013000',
  creditorAgentBic: 'COBADEFFXXX',
  creditorAgentName: 'Commerzbank',
  counterpartyCountry: 'DE',
  accountName: 'Main',
  creditorAccountId: null,
  railReference: null,
  expectedOn: null,
  converted: null,
  createdAt: at,
  updatedAt: at,
};

/** Longer than any element may be, of characters that XML escapes or cannot carry, and an IBAN in groups. */
const long = '\u0000\u{1F680}]]><!--\uFFFE&"\'<b>\uD800'.repeat(60);
const hostile = {
  reference: long,
  endToEndId: long,
  debtorName: long,
  creditorName: long,
  debtorAccount: 'de89 3704 0044 0532 0130 00',
  creditorAccount: long,
};

/** Amount, transaction, whether it is a fee. */
const lines: ReadonlyArray<readonly [bigint, Line['transaction'], boolean]> = [
  [10_000n, { ...payment, direction: 'CREDIT', debtorName: 'Анна Петрова', creditorAgentBic: null }, false],
  [-4_000n, payment, false],
  [-35n, payment, true],
  [-1_299n, { ...payment, scheme: 'CARD', creditorName: 'Кофейня', creditorAccount: '' }, false],
  [5_000n, { ...payment, scheme: 'EXCHANGE', direction: 'CREDIT', debtorName: '' }, false],
  [-60_000n, { ...payment, audience: 'MASK', creditorName: 'Payout 7', reference: 'B-7' }, false],
  [4_000n, { ...payment, direction: 'CREDIT', returnReason: 'account_closed' }, false],
  [
    -4_000n,
    { ...payment, scheme: 'SWIFT', converted: { currency: 'KWD', amountMinor: 13_123n, rate: '0.3280750' } },
    false,
  ],
  [10n, { ...payment, ...hostile, direction: 'CREDIT' }, false],
  [-10n, { ...payment, ...hostile }, false],
  [-1n, undefined, false],
];

export async function statementSample(): Promise<string> {
  const period = { from: '2026-03-29', to: '2026-03-29', timeZone: 'Europe/Vilnius' };
  let balanceMinor = 0n;
  const told = lines.map(([amountMinor, transaction, isFee], index): Line => {
    balanceMinor += amountMinor;
    return {
      number: BigInt(index + 1),
      bookedAt: at,
      valueOn: period.from,
      transaction,
      isFee,
      amountMinor,
      balanceMinor,
    };
  });
  const sum = (isIn: boolean) =>
    told.reduce((all, { amountMinor }) => (amountMinor > 0n === isIn ? all + amountMinor : all), 0n);
  const source = {
    account: {
      kind: 'CARD',
      id: payment.accountId,
      currency: 'EUR',
      name: 'Путешествия',
      holder: 'ООО «Ромашка»',
      iban: null,
      number: 'CARD-4471-0A1B2C',
      shownAs: '•••• 4471',
      isClosed: false,
      createdAt: at,
    },
    period: periodOf(period, new Date('2026-04-01T00:00:00Z')),
    openingMinor: 0n,
    closingMinor: balanceMinor,
    inMinor: sum(true),
    outMinor: -sum(false),
    profit: undefined,
    count: told.length,
    range: { first: 1n, last: BigInt(told.length) },
    isMasked: false,
    async *lines() {
      yield told;
    },
  } as const;
  const parts: Uint8Array[] = [];
  for await (const part of camt053Of(source, defaultBank, new Date('2026-04-01T00:00:00Z'))) parts.push(part);
  return Buffer.concat(parts).toString();
}
