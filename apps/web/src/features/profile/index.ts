/** The profile screen. */
export { ProfilePage, type ProfileTab, profileTabs } from './profile-page.tsx';
