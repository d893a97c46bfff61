export const dashboard = () => import('./dashboard-screen.tsx');
export const requisites = () => import('./requisites-screen.tsx');
export const account = () => import('./account-screen.tsx');
export const statements = () => import('./statements-screen.tsx');
export const documents = () => import('./documents-screen.tsx');
