/** The profile screen. */
export { ProfilePage, profileChanges, profileTabs } from './profile-page.tsx';
