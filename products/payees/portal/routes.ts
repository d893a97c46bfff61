import {
  guard,
  oneOf,
  type ScreenOf,
  screenOf,
  searchOf,
  shell,
  step,
  text,
} from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

const beneficiariesSearch = searchOf({ search: text, currency: text, country: text });
/** The payment form leads here and is returned to. */
const nextIsPayment = searchOf({ next: oneOf(['payment'] as const) });
const beneficiaries = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries',
  validateSearch: beneficiariesSearch,
  beforeLoad: guard('screen'),
  component: screen('beneficiaries', 'BeneficiariesScreen'),
});
/** The list again, with one of them in the drawer. */
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$id' });
const addBeneficiary = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/add',
  validateSearch: nextIsPayment,
  beforeLoad: guard('new-beneficiary'),
  component: screen('beneficiaryForms', 'AddBeneficiaryScreen'),
});
const addAccount = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/add-account',
  beforeLoad: guard('new-beneficiary'),
  component: screen('beneficiaryForms', 'AddAccountScreen'),
});
const editAccount = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/accounts/$index',
  validateSearch: searchOf({ version: step }),
  beforeLoad: guard('new-beneficiary'),
  component: screen('beneficiaryForms', 'EditAccountScreen'),
});
const editBeneficiary = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/edit',
  validateSearch: nextIsPayment,
  beforeLoad: guard('new-beneficiary'),
  component: screen('beneficiaryForms', 'EditBeneficiaryScreen'),
});

export const routes = [
  beneficiaries.addChildren([beneficiary]),
  addBeneficiary,
  addAccount,
  editAccount,
  editBeneficiary,
] as const;
