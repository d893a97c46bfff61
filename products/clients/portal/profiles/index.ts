/** Profiles: the signed-in person, their companies, and switching between them. */
export { FirstCompany } from './first-company.tsx';
export { LinkedProfile } from './linked-profile.tsx';
export { ProfileMenu } from './profile-menu.tsx';
export { companiesQuery, ownInvitationsQuery } from './queries.ts';
export { SwitchBack } from './switch-back.tsx';
export { useSwitch } from './use-switch.ts';
