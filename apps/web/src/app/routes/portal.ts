/** The routes behind the sign-in, in the shell with its navigation. */

import type { ComingPart } from '@calmly/portal-kit/errors/index.ts';
import { guard, oneOf, searchOf, shell, step, text, year } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { productRoutes } from './products.ts';
import { loadScreens } from './screens.ts';

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).dashboard(), 'DashboardScreen'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/account-profile',
  validateSearch: searchOf({ tab: text, change: text, kind: text, person: text, from: text, to: text }),
  beforeLoad: guard('profile'),
  component: lazyRouteComponent(async () => (await loadScreens()).profile(), 'ProfileScreen'),
});
const beneficiariesSearch = searchOf({ search: text, currency: text, country: text });
const beneficiaries = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries',
  validateSearch: beneficiariesSearch,
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).beneficiaries(), 'BeneficiariesScreen'),
});
/** The payment form leads here and is returned to. */
const nextIsPayment = searchOf({ next: oneOf(['payment'] as const) });
const addBeneficiary = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/add',
  validateSearch: nextIsPayment,
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(async () => (await loadScreens()).beneficiaryForms(), 'AddBeneficiaryScreen'),
});
/** The list again, with one of them in the drawer. */
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$id' });
const addAccount = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/add-account',
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(async () => (await loadScreens()).beneficiaryForms(), 'AddAccountScreen'),
});
const editAccount = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/accounts/$index',
  validateSearch: searchOf({ version: step }),
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(async () => (await loadScreens()).beneficiaryForms(), 'EditAccountScreen'),
});
const editBeneficiary = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/edit',
  validateSearch: nextIsPayment,
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(
    async () => (await loadScreens()).beneficiaryForms(),
    'EditBeneficiaryScreen',
  ),
});
const requisites = createRoute({
  getParentRoute: () => shell,
  path: '/requisites',
  validateSearch: searchOf({ account: text }),
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).requisites(), 'RequisitesScreen'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/accounts/$id',
  validateSearch: searchOf({ payment: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: lazyRouteComponent(async () => (await loadScreens()).account(), 'AccountScreen'),
});
const payments = createRoute({
  getParentRoute: () => shell,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).payments(), 'PaymentsScreen'),
});
/** The forms under one address, each a chunk; it is on its way as soon as someone points at the link. */
const paymentForms = { exchange: 'exchange', incoming: 'requestMoney', outgoing: 'pay' } as const;
const createPayment = createRoute({
  getParentRoute: () => shell,
  path: '/payments/create/{-$direction}',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('new-payment'),
  loader: async ({ params: { direction } }) => {
    const screens = await loadScreens();
    const form = direction === 'exchange' || direction === 'incoming' ? direction : 'outgoing';
    await screens[paymentForms[form]]();
  },
  component: lazyRouteComponent(async () => (await loadScreens()).createPayment(), 'CreatePaymentScreen'),
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: searchOf({ view: text, approval: text }),
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).inbox(), 'InboxScreen'),
});
const cardTexts = () => loadTexts('cards');
const cards = createRoute({
  getParentRoute: () => shell,
  path: '/cards',
  validateSearch: searchOf({ card: text, group: oneOf(['MINE', 'TEAM', 'CLOSED'] as const), payment: text }),
  beforeLoad: guard('screen'),
  loader: cardTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).cards(), 'CardsScreen'),
});
const newCard = createRoute({
  getParentRoute: () => shell,
  path: '/cards/new',
  beforeLoad: guard('screen'),
  loader: cardTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).newCard(), 'NewCardScreen'),
});
const statements = createRoute({
  getParentRoute: () => shell,
  path: '/statements',
  validateSearch: searchOf({ account: text, from: text, to: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: lazyRouteComponent(async () => (await loadScreens()).statements(), 'StatementsScreen'),
});
const statementsYear = createRoute({
  getParentRoute: () => shell,
  path: '/statements/year',
  validateSearch: searchOf({ year, account: text, currency: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: lazyRouteComponent(async () => (await loadScreens()).statements(), 'YearScreen'),
});
const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  validateSearch: searchOf({ kind: text, from: text, to: text, search: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('documents'),
  component: lazyRouteComponent(async () => (await loadScreens()).documents(), 'DocumentsScreen'),
});
const fees = createRoute({
  getParentRoute: () => shell,
  path: '/fees',
  beforeLoad: guard('screen'),
  loader: () => loadTexts('fees'),
  component: lazyRouteComponent(async () => (await loadScreens()).fees(), 'FeesScreen'),
});
/** An address of the specification: leads to the payouts, which say themselves if they are not offered yet. */
const payoutsComing = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/coming-soon',
  beforeLoad: (options) => {
    guard('screen')(options);
    throw redirect({ to: '/payments/payouts', replace: true });
  },
});
const payoutTexts = () => loadTexts('payouts');
const payouts = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).payouts(), 'PayoutsScreen'),
});
const createPayout = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/create',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).payouts(), 'CreatePayoutScreen'),
});
const payout = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/$id',
  validateSearch: searchOf({ step: oneOf(['columns', 'confirm'] as const), warning: text }),
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).payout(), 'PayoutScreen'),
});
const oldPayouts = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/old/{-$id}',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: lazyRouteComponent(async () => (await loadScreens()).payouts(), 'OldPayoutsScreen'),
});
const comingParts: readonly ComingPart[] = ['cards', 'payouts'];
const comingSoon = createRoute({
  getParentRoute: () => shell,
  path: '/coming-soon',
  validateSearch: searchOf({ part: oneOf(comingParts) }),
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(async () => (await loadScreens()).comingSoon(), 'ComingSoonScreen'),
});

shell.update({
  component: lazyRouteComponent(async () => (await loadScreens()).shell(), 'Shell'),
});

export const portalRoutes = shell.addChildren([
  ...productRoutes,
  dashboard,
  profile,
  beneficiaries.addChildren([beneficiary]),
  addBeneficiary,
  addAccount,
  editAccount,
  editBeneficiary,
  requisites,
  account,
  statements,
  statementsYear,
  documents,
  payments,
  createPayment,
  inbox,
  cards,
  newCard,
  fees,
  payoutsComing,
  payouts,
  createPayout,
  payout,
  oldPayouts,
  comingSoon,
]);
