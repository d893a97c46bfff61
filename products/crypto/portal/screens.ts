/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const crypto = () => import('./crypto-screen.tsx');
