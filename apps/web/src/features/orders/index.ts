/** Payments for later: the tab of /payments with its drawer, and what forms and drawers of payments need of it. */
export { deleteKeptMutation, keepFormMutation, keptFormQuery } from './kept-queries.ts';
export { forecastQuery } from './queries.ts';
export { NextDates, ScheduleFields } from './schedule-fields.tsx';
export { ScheduledTab } from './scheduled-tab.tsx';
export { SeriesOfPayment } from './series-of-payment.tsx';
export { TemplateDialog } from './template-dialog.tsx';
export { TemplatePicks } from './template-picks.tsx';
