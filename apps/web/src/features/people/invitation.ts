/** The page behind a mailed invitation; apart from the tab, because it opens without a sign-in. */
export { InvitationPage } from './invitation-page.tsx';
