/**
 * The screens behind the sign-in, each a separate file. Their routes load this list first, so that a visitor's page doesn't contain the
 * names of all their files.
 */
export const account = () => import('./money/account.tsx');
export const addCompany = () => import('@calmly/products/clients/portal/companies/index.ts');
export const beneficiaries = () => import('./money/beneficiaries.tsx');
export const beneficiaryForms = () => import('./money/beneficiary-forms.tsx');
export const cards = () => import('./cards.tsx');
export const comingSoon = () => import('./coming-soon.tsx');
export const createAccount = () => import('./create-account.tsx');
export const createPayment = () => import('./money/create-payment.tsx');
export const dashboard = () => import('./money/dashboard.tsx');
export const documents = () => import('./documents.tsx');
export const exchange = () => import('@calmly/products/payments/portal/exchange/index.ts');
export const fees = () => import('./money/fees.tsx');
export const inbox = () => import('./inbox.tsx');
export const joiningLayout = () => import('../layouts/joining-layout.tsx');
export const newCard = () => import('./new-card.tsx');
export const oauth = () => import('./oauth.tsx');
export const onboarding = () => import('@calmly/products/clients/portal/onboarding/index.ts');
export const pay = () => import('@calmly/products/payments/portal/payments/create.ts');
export const payments = () => import('./money/payments.tsx');
export const payout = () => import('./money/payout.tsx');
export const payouts = () => import('./money/payouts.tsx');
export const profile = () => import('./profile.tsx');
export const requestMoney = () => import('@calmly/products/payments/portal/requests/create.ts');
export const requisites = () => import('./money/requisites.tsx');
export const shell = () => import('../shell/shell.tsx');
export const statements = () => import('./money/statements.tsx');
