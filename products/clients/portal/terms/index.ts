/** Terms: the card that asks to accept them (with a fee box if there are fees), the dialog for new versions, the texts. */
export { PriceList } from './price-list.tsx';
export { TermsCard } from './terms-card.tsx';
export { TermsDialog } from './terms-dialog.tsx';
export { TermsText } from './terms-text.tsx';
