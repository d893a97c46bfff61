export const beneficiaries = () => import('./beneficiaries-screen.tsx');
export const beneficiaryForms = () => import('./beneficiary-forms-screen.tsx');
