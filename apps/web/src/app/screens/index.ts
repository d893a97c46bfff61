/**
 * The screens behind the sign-in, each a separate file. Their routes load this list first, so that a visitor's page doesn't contain the
 * names of all their files.
 */
export const account = () => import('./account.tsx');
export const addCompany = () => import('../../features/companies/index.ts');
export const beneficiaries = () => import('./beneficiaries.tsx');
export const beneficiaryForms = () => import('./beneficiary-forms.tsx');
export const cards = () => import('./cards.tsx');
export const comingSoon = () => import('./coming-soon.tsx');
export const createAccount = () => import('./create-account.tsx');
export const createPayment = () => import('./create-payment.tsx');
export const crypto = () => import('./crypto.tsx');
export const dashboard = () => import('./dashboard.tsx');
export const documents = () => import('./documents.tsx');
export const exchange = () => import('../../features/exchange/index.ts');
export const fees = () => import('./fees.tsx');
export const inbox = () => import('./inbox.tsx');
export const joiningLayout = () => import('../layouts/joining-layout.tsx');
export const newCard = () => import('./new-card.tsx');
export const oauth = () => import('./oauth.tsx');
export const onboarding = () => import('../../features/onboarding/index.ts');
export const pay = () => import('../../features/payments/create.ts');
export const payments = () => import('./payments.tsx');
export const payout = () => import('./payout.tsx');
export const payouts = () => import('./payouts.tsx');
export const profile = () => import('./profile.tsx');
export const requestMoney = () => import('../../features/requests/create.ts');
export const requisites = () => import('./requisites.tsx');
export const shell = () => import('../shell/shell.tsx');
export const statements = () => import('./statements.tsx');
export const support = () => import('./support.tsx');
