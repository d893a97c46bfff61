export const crypto = () => import('./crypto-screen.tsx');
