/** Companies of a person: adding one, its check. */
export { AddCompanyPage } from './add-company-page.tsx';
export { CompanyCheckPage } from './company-check-page.tsx';
