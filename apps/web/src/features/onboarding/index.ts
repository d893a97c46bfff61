/** From stranger to active client. */

export { ConfirmPage } from './confirm-page.tsx';
export { CountryPicker } from './country-picker.tsx';
export { CreateAccountPage } from './create-account-page.tsx';
export { DayFields } from './day-fields.tsx';
export { likelyCountry } from './dial-codes.ts';
export { FormFoot } from './form-foot.tsx';
export { IdentityScreen } from './identity-screen.tsx';
export { OnboardingPage } from './onboarding-page.tsx';
export { PasswordChecks } from './password-checks.tsx';
export { judgePassword } from './password-rules.ts';
export { PhoneField } from './phone-field.tsx';
export { type PhoneDraft, readPhone } from './phone-number.ts';
export { PhonePage } from './phone-page.tsx';
export { JoiningPlacesContext } from './places.ts';
export { RegisterPage } from './register-page.tsx';
export { StepFrame } from './step-frame.tsx';
export { usePhoneText } from './use-phone-text.ts';
