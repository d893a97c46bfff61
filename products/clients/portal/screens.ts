export const profile = () => import('./profile-screen.tsx');
