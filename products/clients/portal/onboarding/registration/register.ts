/** The registration page, separate from the steps that follow: it opens without the bank's client and its schemas. */
export { RegisterPage } from './register-page.tsx';
