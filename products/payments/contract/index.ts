/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './exchange.ts';
export * from './fees.ts';
export * from './kept-forms.ts';
export * from './orders.ts';
export * from './orders-coming.ts';
export * from './payment-order.ts';
export * from './payments.ts';
export * from './payments-list.ts';
export * from './requests.ts';
