export const support = () => import('./support-screen.tsx');
