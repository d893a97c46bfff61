/** A wire-format body for every call that takes one, the calls by which a person and a company own an object of each kind, and those with a key that move no money. Written by `npm run products` from the manifests of the products. */
import {
  movesNoMoney as movesNoMoneyOfAccounts,
  ownedBy as ownedByOfAccounts,
  sampleBodies as sampleBodiesOfAccounts,
} from '@calmly/products/accounts/fixtures/calls.ts';
import { sampleBodies as sampleBodiesOfApprovals } from '@calmly/products/approvals/fixtures/calls.ts';
import { sampleBodies as sampleBodiesOfCards } from '@calmly/products/cards/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfClients,
  ownedBy as ownedByOfClients,
  sampleBodies as sampleBodiesOfClients,
} from '@calmly/products/clients/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfCrypto,
  sampleBodies as sampleBodiesOfCrypto,
} from '@calmly/products/crypto/fixtures/calls.ts';
import { sampleBodies as sampleBodiesOfIdentity } from '@calmly/products/identity/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfInsight,
  sampleBodies as sampleBodiesOfInsight,
} from '@calmly/products/insight/fixtures/calls.ts';
import {
  ownedBy as ownedByOfNotifications,
  sampleBodies as sampleBodiesOfNotifications,
} from '@calmly/products/notifications/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfPayees,
  sampleBodies as sampleBodiesOfPayees,
} from '@calmly/products/payees/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfPayments,
  ownedBy as ownedByOfPayments,
  sampleBodies as sampleBodiesOfPayments,
} from '@calmly/products/payments/fixtures/calls.ts';
import {
  movesNoMoney as movesNoMoneyOfPayouts,
  sampleBodies as sampleBodiesOfPayouts,
} from '@calmly/products/payouts/fixtures/calls.ts';
import { sampleBodies as sampleBodiesOfPrograms } from '@calmly/products/programs/fixtures/calls.ts';
import { sampleBodies as sampleBodiesOfSandbox } from '@calmly/products/sandbox/fixtures/calls.ts';
import {
  ownedBy as ownedByOfSupport,
  sampleBodies as sampleBodiesOfSupport,
} from '@calmly/products/support/fixtures/calls.ts';

export const sampleBodies: Readonly<Record<string, object>> = {
  ...sampleBodiesOfAccounts,
  ...sampleBodiesOfApprovals,
  ...sampleBodiesOfCards,
  ...sampleBodiesOfClients,
  ...sampleBodiesOfCrypto,
  ...sampleBodiesOfIdentity,
  ...sampleBodiesOfInsight,
  ...sampleBodiesOfNotifications,
  ...sampleBodiesOfPayees,
  ...sampleBodiesOfPayments,
  ...sampleBodiesOfPayouts,
  ...sampleBodiesOfPrograms,
  ...sampleBodiesOfSandbox,
  ...sampleBodiesOfSupport,
};

export const ownedBy: Readonly<Record<'person' | 'company', readonly string[]>> = {
  person: [
    ...ownedByOfAccounts.person,
    ...ownedByOfClients.person,
    ...ownedByOfNotifications.person,
    ...ownedByOfPayments.person,
    ...ownedByOfSupport.person,
  ],
  company: [
    ...ownedByOfAccounts.company,
    ...ownedByOfClients.company,
    ...ownedByOfNotifications.company,
    ...ownedByOfPayments.company,
    ...ownedByOfSupport.company,
  ],
};

export const movesNoMoney: readonly string[] = [
  ...movesNoMoneyOfAccounts,
  ...movesNoMoneyOfClients,
  ...movesNoMoneyOfCrypto,
  ...movesNoMoneyOfInsight,
  ...movesNoMoneyOfPayees,
  ...movesNoMoneyOfPayments,
  ...movesNoMoneyOfPayouts,
];
