/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const beneficiaries = () => import('./beneficiaries-screen.tsx');
export const beneficiaryForms = () => import('./beneficiary-forms-screen.tsx');
