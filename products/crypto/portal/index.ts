/** The crypto area: market, wallets and their history. */
export { CryptoPage } from './crypto-page.tsx';
