export const inbox = () => import('./inbox-screen.tsx');
