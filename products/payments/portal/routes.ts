import { guard, screenOf, shell } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute } from '@tanstack/react-router';

const screens = () => import('./screens.ts');

/** The forms under one address, each a chunk; it is on its way as soon as someone points at the link. */
const paymentForms = { exchange: 'exchange', incoming: 'requestMoney', outgoing: 'pay' } as const;
const fees = createRoute({
  getParentRoute: () => shell,
  path: '/fees',
  beforeLoad: guard('screen'),
  loader: () => loadTexts('fees'),
  component: screenOf(screens, 'fees', 'FeesScreen'),
});
const createPayment = createRoute({
  getParentRoute: () => shell,
  path: '/payments/create/{-$direction}',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('new-payment'),
  loader: async ({ params: { direction } }) => {
    const forms = await screens();
    const form = direction === 'exchange' || direction === 'incoming' ? direction : 'outgoing';
    await forms[paymentForms[form]]();
  },
  component: screenOf(screens, 'createPayment', 'CreatePaymentScreen'),
});

export const routes = [fees, createPayment] as const;
