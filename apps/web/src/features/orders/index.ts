/** Scheduled payments and standing orders, as forms and drawers of payments use them; the tab is in `tab.ts`. */
import { onDemand } from '../../ui/on-demand.tsx';

export { DependingOrders } from './depending-orders.tsx';
export { deleteKeptMutation, keepFormMutation, keptFormQuery } from './kept-queries.ts';
export { dependingQuery, forecastQuery, knownOrders } from './queries.ts';
export { NextDates, ScheduleFields } from './schedule-fields.tsx';
export { SeriesOfPayment } from './series-of-payment.tsx';
export { TemplatePicks } from './template-picks.tsx';
export const TemplateDialog = onDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog);
