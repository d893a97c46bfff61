/** The beneficiary screens: list with drawer, adding a payee, adding an account. */
export { AddAccountPage } from './add-account-page.tsx';
export { AddBeneficiaryPage } from './add-beneficiary-page.tsx';
export { BeneficiariesPage, type BeneficiariesSearch } from './beneficiaries-page.tsx';
