/** The screens from stranger to active client; not in the index, because screens that use its parts must not carry them. */
export { ConfirmPage } from './confirm-page.tsx';
export { CreateAccountPage } from './create-account-page.tsx';
export { IdentityScreen } from './identity-screen.tsx';
export { OnboardingPage } from './onboarding-page.tsx';
export { PhonePage } from './phone-page.tsx';
