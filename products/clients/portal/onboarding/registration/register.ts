/** The registration page, separate from the following steps, so that it opens without the API client and its schemas. */
export { RegisterPage } from './register-page.tsx';
