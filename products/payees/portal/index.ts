/** The payee screens: list with drawer, adding and changing a payee, its accounts one by one; and results of name checks. */
export { AccountPage } from './account-page.tsx';
export { AddBeneficiaryPage } from './add-beneficiary-page.tsx';
export { BeneficiariesPage, type BeneficiariesSearch } from './beneficiaries-page.tsx';
export { EditBeneficiaryPage } from './edit-beneficiary-page.tsx';
export { CheckLine } from './name-check-note.tsx';
export { Incomplete, Readiness } from './readiness.tsx';
