/** Acting for oneself or a company, and what a member of a company may do there. */
export const profiles = {
  menu: {
    open: 'Profile: {name}. Open the menu',
    own: 'Your own profile',
    invitations: 'You are invited',
    invitedBy: '{name} invites you',
    companies: 'Companies',
    none: 'You do not act for a company yet.',
    loadFailed: 'The companies did not load.',
    back: 'Back to your own profile',
    current: 'in use',
    addCompany: 'Add a company',
    settings: 'Profile and settings',
    boss: 'Boss',
    member: 'Member',
    changing: 'Changing the profile',
  },
  state: {
    DRAFT: 'Not finished',
    EMAIL_CONFIRMED: 'Not finished',
    SMS_CONFIRMED: 'Waiting for its check',
    CREATED: 'Being checked',
    KYC_DECLINED: 'Check declined',
    ACTIVE: 'Active',
    BLOCKED: 'Blocked',
    CLOSED: 'Closed',
  },
  companyUser: {
    chooseTitle: 'Choose a company',
    chooseText: 'You act for companies only. Open the menu with your initials and choose one.',
    noneTitle: 'No company at the moment',
    noneText:
      'You act for companies only, and none has you among its people now. Whoever invited you can add you again.',
  },
  right: {
    is_boss: 'act as boss',
    can_request_trans: 'request payments',
    can_create_benef: 'add and change beneficiaries',
    can_plast_view: 'view cards',
    can_plast_perform: 'create and edit cards',
    can_view_documents: 'view documents',
    can_view_statements: 'view statements',
  },
  missing: 'You need the right to {right} for {company}. {names} can give it to you.',
  bossOnly: 'Only a boss of {company} may do this: {names}.',
  missingTerms:
    'The terms have to be accepted by a boss of {company}: {names}. Until then only the profile is open.',
} as const;
