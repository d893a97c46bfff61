/** From stranger to active client. */
export { ConfirmPage } from './confirm-page.tsx';
export { CreateAccountPage } from './create-account-page.tsx';
export { IdentityScreen } from './identity-screen.tsx';
export { OnboardingPage } from './onboarding-page.tsx';
export { PasswordChecks } from './password-checks.tsx';
export { PhonePage } from './phone-page.tsx';
export { JoiningPlacesContext } from './places.ts';
export { RegisterPage } from './register-page.tsx';
