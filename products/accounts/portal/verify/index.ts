/** The public page where anyone checks whether a document is the bank's. */
export { VerifyPage } from './verify-page.tsx';
