/** Actions on accounts: open, rename, close, request an IBAN. */
export { AccountActions } from './account-actions.tsx';
export { AccountList, type ListedAccount } from './account-list.tsx';
export { IbanCard } from './iban-card.tsx';
export { OpenAccount } from './open-account.tsx';
