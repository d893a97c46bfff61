/** The dashboard screen. */
export { DashboardPage } from './dashboard-page.tsx';
