/** A person's companies: adding one, its check, its facts. */
export { AddCompanyPage } from './add-company-page.tsx';
export { ChangeCompanyPage } from './change-company-page.tsx';
export { CompanyCheckPage } from './company-check-page.tsx';
export { CompanyTab } from './company-tab.tsx';
