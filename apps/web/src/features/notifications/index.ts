/** The bell of the top bar and the profile's choice of what one is told. */
export { NotificationsBell } from './notifications-bell.tsx';
export { NotificationsTab } from './notifications-tab.tsx';
