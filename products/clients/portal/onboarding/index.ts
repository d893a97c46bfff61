/** Screens from registration to an active account. */

export { CreateAccountPage } from './create-account-page.tsx';
export { IdentityScreen } from './identity-screen.tsx';
export { OnboardingPage } from './onboarding-page.tsx';
export { PhonePage } from './phone-page.tsx';
export { ConfirmPage } from './registration/confirm-page.tsx';
