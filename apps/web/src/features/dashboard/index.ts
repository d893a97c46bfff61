/** The dashboard, and its balance line for the screen of an account. */
export { BalanceChart } from './balance-chart.tsx';
export { BalanceTable } from './balance-table.tsx';
export { LineShape } from './chart-shapes.tsx';
export { DashboardPage } from './dashboard-page.tsx';
