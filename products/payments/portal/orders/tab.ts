/** Scheduled payments with their drawer, a tab of the payments screen. */
export { ScheduledTab } from './scheduled-tab.tsx';
