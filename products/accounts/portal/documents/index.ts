/** The screen with all documents of the profile. */
export { DocumentsPage } from './documents-page.tsx';
