/** The page of all fees: transfers by zone and type, a calculator, and everything else that has a price. */
export { FeesPage } from './fees-page.tsx';
