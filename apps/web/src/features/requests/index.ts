/** Requests for money: the tab with its drawer, the form of a new one, and the button that shares an account's or a request's page. */
export { CreateRequestPage } from './create-request-page.tsx';
export { RequestsTab } from './requests-tab.tsx';
export { ShareButton } from './share-button.tsx';
