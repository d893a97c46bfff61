/** The activity log of a profile. */
export { ActivityTab } from './activity-tab.tsx';
