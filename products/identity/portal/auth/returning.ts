/**
 * The account recovery pages for visitors who are not signed in. They are not in the index, because the sign-in page must not load them.
 */
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { LoginVerificationPage } from './login-verification-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { ReturningLayout } from './returning-layout.tsx';
export { UndoContactPage } from './undo-contact-page.tsx';
export { UnfreezePage } from './unfreeze-page.tsx';
