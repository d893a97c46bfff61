/** Payments for later: the tab of /payments with its drawer, and what the form of a new payment needs of kept forms. */
export { deleteKeptMutation, keepFormMutation, keptFormQuery } from './queries.ts';
export { NextDates, ScheduleFields } from './schedule-fields.tsx';
export { ScheduledTab } from './scheduled-tab.tsx';
