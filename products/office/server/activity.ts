import { type ActivityTexts, staffOnly } from '@calmly/platform/activity.ts';

/** What the bank's people do in the office; no client reads it. */
export const activity: ActivityTexts = {
  'inbox.claimed': staffOnly,
  'inbox.decided': staffOnly,
  'inbox.document_opened': staffOnly,
  'inbox.opened': staffOnly,
  'inbox.released': staffOnly,
  'proposal.approved': staffOnly,
  'proposal.expired': staffOnly,
  'proposal.made': staffOnly,
  'proposal.rejected': staffOnly,
  'proposal.voided': staffOnly,
  'proposal.withdrawn': staffOnly,
  'staff.added': staffOnly,
  'staff.invitation_opened': staffOnly,
  'staff.joined': staffOnly,
  'staff.factor_proved': staffOnly,
  'staff.password_changed': staffOnly,
  'staff.sessions_ended': staffOnly,
  'staff.sign_in_refused': staffOnly,
  'staff.signed_in': staffOnly,
  'staff.signed_out': staffOnly,
};
