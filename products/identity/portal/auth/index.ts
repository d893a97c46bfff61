/** Sign-in and logout. */
export { LoginPage } from './login-page.tsx';
export { LogoutPage } from './logout-page.tsx';
