/**
 * The screens behind the sign-in, each a separate file. Their routes load this list first, so that a visitor's page doesn't contain the
 * names of all their files.
 */
export const addCompany = () => import('@calmly/products/clients/portal/companies/index.ts');
export const comingSoon = () => import('./coming-soon.tsx');
export const createAccount = () => import('./create-account.tsx');
export const joiningLayout = () => import('../layouts/joining-layout.tsx');
export const oauth = () => import('./oauth.tsx');
export const onboarding = () => import('@calmly/products/clients/portal/onboarding/index.ts');
export const payments = () => import('./money/payments.tsx');
export const shell = () => import('../shell/shell.tsx');
export * from './products.ts';
