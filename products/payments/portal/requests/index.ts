/** The button that shares an account's or a request's page. */
export { ShareButton } from './share-button.tsx';
