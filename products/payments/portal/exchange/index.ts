/** The exchange screen. */
export { ExchangePage } from './exchange-page.tsx';
