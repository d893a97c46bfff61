/**
 * Rights: what a company's member may do, in one matrix shared by server, portal and docs/rights.md.
 * An endpoint names the right it needs (`EndpointSpec.right`). An administrator has every right, and every person has all rights in their own
 * profile. The server's gate enforces this on each call; the portal uses the same function to explain what is missing. Source: specification sections
 * 3 and 6; server page section 4.
 */
import { z } from 'zod';

export const rightNames = [
  'is_boss',
  'can_request_trans',
  'can_approve',
  'can_create_benef',
  'can_plast_view',
  'can_plast_perform',
  'can_view_documents',
  'can_view_statements',
  'can_view_confidential',
] as const;
export type Right = (typeof rightNames)[number];

export type Rights = Readonly<Record<Right, boolean>>;

export const zRights = z.strictObject({
  is_boss: z.boolean(),
  can_request_trans: z.boolean(),
  /** Absent in data written before this right existed. */
  can_approve: z.boolean().default(false),
  can_create_benef: z.boolean(),
  can_plast_view: z.boolean(),
  can_plast_perform: z.boolean(),
  can_view_documents: z.boolean(),
  can_view_statements: z.boolean(),
  /** Absent in data written before this right existed. */
  can_view_confidential: z.boolean().default(false),
});

/** Every right: an administrator's, and everyone's in their own profile. */
export const allRights: Rights = Object.freeze({
  is_boss: true,
  can_request_trans: true,
  can_approve: true,
  can_create_benef: true,
  can_plast_view: true,
  can_plast_perform: true,
  can_view_documents: true,
  can_view_statements: true,
  can_view_confidential: true,
});

/** The 403 problem for each missing right. */
export const rightProblems = {
  is_boss: 'boss_needed',
  can_request_trans: 'payment_right_missing',
  can_approve: 'approve_right_missing',
  can_create_benef: 'beneficiary_right_missing',
  can_plast_view: 'card_view_right_missing',
  can_plast_perform: 'card_right_missing',
  can_view_documents: 'document_right_missing',
  can_view_statements: 'statement_right_missing',
  can_view_confidential: 'confidential_right_missing',
} as const satisfies Record<Right, string>;

/** Whether an actor may use an endpoint that needs this right. */
export const holdsRight = (
  { role, rights }: { readonly role: string; readonly rights: Rights },
  right: Right,
): boolean => role !== 'LEGAL' || rights.is_boss || rights[right];

/** Adds the rights implied by others: managing cards implies seeing them, and an administrator holds all. */
export const withImplied = (rights: Rights): Rights =>
  rights.is_boss
    ? allRights
    : { ...rights, can_plast_view: rights.can_plast_view || rights.can_plast_perform };
