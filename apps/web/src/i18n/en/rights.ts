/** The rights of a company's people, each by name and in one sentence; also what everybody there may do. */
export const rights = {
  always: { name: 'See accounts and payments', text: 'Everybody here sees balances and what was paid.' },
  is_boss: { name: 'Boss', text: 'Holds every right, invites people and grants rights to them.' },
  can_request_trans: {
    name: 'Request payments',
    text: 'Orders payments. Whose approval they need is up to the company’s rules.',
  },
  can_approve: {
    name: 'Approve',
    text: 'Approves payments and beneficiaries that others ask for, never their own.',
  },
  can_create_benef: { name: 'Beneficiaries', text: 'Adds beneficiaries and changes their bank accounts.' },
  can_plast_view: { name: 'View cards', text: 'Sees the company’s cards and what is spent with them.' },
  can_plast_perform: { name: 'Manage cards', text: 'Orders, blocks and closes cards; sees them, too.' },
  can_view_documents: {
    name: 'Documents',
    text: 'Opens papers that were handed in; home addresses may stand in them.',
  },
  can_view_statements: { name: 'Statements', text: 'Downloads statements of the accounts.' },
} as const;
