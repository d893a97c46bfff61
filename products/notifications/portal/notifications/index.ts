/** The bell of the top bar, and the profile's notification settings. */
export { NotificationsBell } from './notifications-bell.tsx';
export { NotificationsTab } from './notifications-tab.tsx';
