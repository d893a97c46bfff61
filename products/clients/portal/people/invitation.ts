/** The page of an emailed invitation; separate from the tab, because it opens without a sign-in. */
export { InvitationPage } from './invitation-page.tsx';
