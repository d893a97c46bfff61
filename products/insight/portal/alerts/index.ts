/** Own alerts: thresholds of accounts, quiet hours and the digest in the notification settings, and "Set an alert" on an account. */
export { AlertSettings } from './alert-settings.tsx';
export { SetAlert } from './set-alert.tsx';
