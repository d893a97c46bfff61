/** The pages that lead back in without being signed in; not in the index, because the sign-in page must not carry them. */
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { LoginVerificationPage } from './login-verification-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { ReturningLayout } from './returning-layout.tsx';
export { UndoContactPage } from './undo-contact-page.tsx';
export { UnfreezePage } from './unfreeze-page.tsx';
