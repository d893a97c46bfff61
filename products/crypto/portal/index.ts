/** The crypto area: market, wallets, and what moved on them. */
export { CryptoPage } from './crypto-page.tsx';
