/** The public page where anyone can check whether a document is the bank's. */
export { VerifyPage } from './verify-page.tsx';
