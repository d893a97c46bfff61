/**
 * The calls of the bank's own people. They are endpoints like a client's, with another audience: the office serves them on its own port under
 * `/office/api`, by a session cookie. No client's token opens one, and no staff session opens a client's call.
 */
import type { EndpointSpec } from './endpoint.ts';

/** The roles of the bank's people, in the order in which lists show them. */
export const staffRoles = ['SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER'] as const;
export type StaffRole = (typeof staffRoles)[number];

export interface StaffEndpointSpec
  extends Pick<
    EndpointSpec,
    | 'id'
    | 'method'
    | 'path'
    | 'tag'
    | 'summary'
    | 'idempotent'
    | 'money'
    | 'secretBody'
    | 'params'
    | 'query'
    | 'body'
    | 'response'
    | 'download'
    | 'status'
  > {
  /** Who may call: anyone (the sign-in), every signed-in person, or people with one of these roles. */
  readonly roles: 'public' | 'all' | readonly StaffRole[];
  /** The session must have proved its second factor within the last minutes. */
  readonly freshFactor?: true;
}

/** Declares a call of the office. */
export function staffEndpoint<const S extends StaffEndpointSpec>(spec: S) {
  return {
    ...spec,
    audience: 'staff',
    access: spec.roles === 'public' ? 'public' : 'staff',
    presence: 'open',
  } as const;
}

export type StaffEndpoint = EndpointSpec & Pick<StaffEndpointSpec, 'roles' | 'freshFactor'>;
