/** What is done with accounts: open one, rename or close it, ask for its IBAN. */
export { AccountActions } from './account-actions.tsx';
export { IbanCard } from './iban-card.tsx';
export { OpenAccount } from './open-account.tsx';
