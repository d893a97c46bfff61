/** The form of a new request; not in the index, because whoever shares a page must not carry it. */
export { CreateRequestPage } from './create-request-page.tsx';
