/** Requests for money with their drawer, a tab of the payments screen. */
export { RequestsTab } from './requests-tab.tsx';
