/** Scheduled payments and standing orders, as forms and drawers of payments use them; the tab is in `tab.ts`. */
import { onDemand } from '@calmly/ui/on-demand.tsx';

export { DependingOrders } from './depending-orders.tsx';
export { deleteKeptMutation, keepFormMutation, keptFormQuery, keptFormsQuery } from './kept/kept-queries.ts';
export { TemplatePicks } from './kept/template-picks.tsx';
export { dependingQuery, forecastQuery, knownOrders } from './queries.ts';
export { NextDates, ScheduleFields } from './schedule-fields.tsx';
export { SeriesOfPayment } from './series-of-payment.tsx';
export const TemplateDialog = onDemand(
  async () => (await import('./kept/template-dialog.tsx')).TemplateDialog,
);
