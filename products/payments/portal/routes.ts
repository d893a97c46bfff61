import { guard, listOfScreens, type ScreenOf, screenOf, shell } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

/** The forms under one address, each a chunk; it is on its way as soon as someone points at the link. */
const paymentForms = { exchange: 'exchange', incoming: 'requestMoney', outgoing: 'pay' } as const;
const fees = createRoute({
  getParentRoute: () => shell,
  path: '/fees',
  beforeLoad: guard('screen'),
  loader: () => loadTexts('fees'),
  component: screen('fees', 'FeesScreen'),
});
const createPayment = createRoute({
  getParentRoute: () => shell,
  path: '/payments/create/{-$direction}',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('new-payment'),
  loader: async ({ params: { direction } }) => {
    const forms = await listOfScreens<typeof import('./screens.ts')>();
    const form = direction === 'exchange' || direction === 'incoming' ? direction : 'outgoing';
    await forms[paymentForms[form]]();
  },
  component: screen('createPayment', 'CreatePaymentScreen'),
});

export const routes = [fees, createPayment] as const;
