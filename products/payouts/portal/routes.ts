import {
  guard,
  oneOf,
  type ScreenOf,
  screenOf,
  searchOf,
  shell,
  text,
} from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, redirect } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

const payoutTexts = () => loadTexts('payouts');
/** An address of the specification, which leads to the payouts; they explain themselves if they are not offered yet. */
const payoutsComing = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/coming-soon',
  beforeLoad: (options) => {
    guard('screen')(options);
    throw redirect({ to: '/payments/payouts', replace: true });
  },
});
const payouts = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: screen('payouts', 'PayoutsScreen'),
});
const createPayout = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/create',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: screen('payouts', 'CreatePayoutScreen'),
});
const payout = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/$id',
  validateSearch: searchOf({ step: oneOf(['columns', 'confirm'] as const), warning: text }),
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: screen('payout', 'PayoutScreen'),
});
const oldPayouts = createRoute({
  getParentRoute: () => shell,
  path: '/payments/payouts/old/{-$id}',
  beforeLoad: guard('screen'),
  loader: payoutTexts,
  component: screen('payouts', 'OldPayoutsScreen'),
});

export const routes = [payoutsComing, payouts, createPayout, payout, oldPayouts] as const;
