/** The screen with all documents of the profile: uploaded ones, and those that the bank made and keeps. */
export { DocumentsPage } from './documents-page.tsx';
