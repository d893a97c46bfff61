/** The profile screen. */
export { ProfilePage, profileTabs } from './profile-page.tsx';
