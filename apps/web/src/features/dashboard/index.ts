/** The dashboard, and its balance line for the screen of an account. */
export { BalanceChart } from './charts/balance-chart.tsx';
export { BalanceTable } from './charts/balance-table.tsx';
export { LineShape } from './charts/chart-shapes.tsx';
export { DashboardPage } from './dashboard-page.tsx';
