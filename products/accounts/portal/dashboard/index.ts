/** The dashboard, its balance line for the screen of an account, and its bars of months for the year overview. */
export { BalanceChart } from './charts/balance-chart.tsx';
export { BalanceTable } from './charts/balance-table.tsx';
export { LineShape } from './charts/chart-shapes.tsx';
export { FlowChart } from './charts/flow-chart.tsx';
export { DashboardPage } from './dashboard-page.tsx';
export { type Period, PeriodChoice } from './period-choice.tsx';
