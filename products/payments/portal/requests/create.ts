/** The form of a new request. It is not in the index, so that pages which only share a link do not load it. */
export { CreateRequestPage } from './create-request-page.tsx';
