/** The rights of a company's members: a name and one sentence each, and what every member can do. */
export const rights = {
  always: { name: 'See accounts and payments', text: 'Everyone can see balances and payments.' },
  is_boss: { name: 'Administrator', text: 'Has every right, invites people and grants them rights.' },
  can_request_trans: {
    name: 'Request payments',
    text: 'Creates payments. The company’s rules decide which ones need approval.',
  },
  can_approve: {
    name: 'Approve',
    text: 'Approves payments and payees requested by others, but never their own.',
  },
  can_create_benef: { name: 'Manage payees', text: 'Adds payees and changes their bank accounts.' },
  can_plast_view: { name: 'View cards', text: 'Sees the company’s cards and card spending.' },
  can_plast_perform: { name: 'Manage cards', text: 'Orders, blocks and closes cards, and sees them.' },
  can_view_documents: {
    name: 'Documents',
    text: 'Opens documents given to the bank, which may include home addresses.',
  },
  can_view_statements: { name: 'Statements', text: 'Downloads account statements.' },
  can_view_confidential: {
    name: 'Confidential payouts',
    text: 'Sees confidential payouts, such as salaries: their rows, payments and payees.',
  },
} as const;
