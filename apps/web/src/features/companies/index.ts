/** Companies of a person: adding one, its check, what the bank knows of it. */
export { AddCompanyPage } from './add-company-page.tsx';
export { ChangeCompanyPage } from './change-company-page.tsx';
export { CompanyCheckPage } from './company-check-page.tsx';
export { CompanyTab } from './company-tab.tsx';
