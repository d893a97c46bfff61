export const fees = () => import('./fees-screen.tsx');
export const createPayment = () => import('./create-payment-screen.tsx');
export const exchange = () => import('./exchange/index.ts');
export const pay = () => import('./payments/create.ts');
export const requestMoney = () => import('./requests/create.ts');
