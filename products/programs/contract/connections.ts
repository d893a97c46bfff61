/**
 * Connections: third-party applications that a client connects (OAuth 2.1, authorization code with PKCE). The flow itself is the
 * protocol's (`/connect/...`, described by `/.well-known/oauth-authorization-server`). These are the portal's calls: the requested
 * access, the client's decision, connected applications, and disconnecting. Source: specification section 2 (oauth); RFC 9700.
 *
 * A request is visible only to the browser that started it; any other gets a 404.
 */

import { pageQuery, zId, zIdParam, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { scopes } from '@calmly/contract-kit/scopes.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zAccount } from '../../accounts/contract/accounts.ts';

/** Maximum lifetime of a connection; then the application has to ask again. */
export const connectionDays = 90;

const zApplication = wire({
  name: ['Name', z.string()],
  /** The registered operator. */
  operator: ['Operator', z.string()],
  /** Shown in place of a logo. */
  letter: ['Letter', z.string()],
});

/** A profile to which the person may give applications access. */
const zConnectableProfile = wire({
  id: ['Id', zId],
  name: ['Name', z.string()],
  isCompany: ['IsCompany', z.boolean()],
});
export type ConnectableProfile = z.output<typeof zConnectableProfile>;

/** Maximum number of profiles in one request. */
export const connectableProfilesMax = 50;

export const zConnectionRequest = wire({
  application: ['Application', zApplication],
  scopes: ['Scopes', z.array(z.enum(scopes))],
  /** The site to which the browser returns. */
  returnHost: ['ReturnHost', z.string()],
  /** Profiles that can be chosen: the person's own, and companies they manage; the current one first. */
  profiles: ['Profiles', z.array(zConnectableProfile).max(connectableProfilesMax)],
});
export type ConnectionRequest = z.output<typeof zConnectionRequest>;

export const zConnection = wire({
  id: ['Id', zId],
  application: ['Application', zApplication],
  scopes: ['Scopes', z.array(z.enum(scopes))],
  accountIds: ['AccountIds', z.array(zId)],
  /** The person who allowed it; empty if that person is no longer an administrator, which has ended its use. */
  allowedBy: ['AllowedBy', z.string()],
  allowedAt: ['AllowedAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
  /** Null if it has not called yet. */
  lastUsedAt: ['LastUsedAt', zTime.nullable()],
});
export type Connection = z.output<typeof zConnection>;

const zRequestParam = z.strictObject({ uid: z.string().regex(/^[\w-]{20,64}$/) });
const zReturn = wire({
  /** The next address for the browser, on this site. */
  returnTo: ['ReturnTo', z.string()],
});

export const getConnectionRequest = endpoint({
  id: 'getConnectionRequest',
  method: 'GET',
  path: '/connectionrequests/{uid}',
  tag: 'Connections',
  summary:
    'Read the rights that an application requests and the profiles that can be connected, for the browser of the request',
  access: 'client',
  presence: 'required',
  params: zRequestParam,
  response: zConnectionRequest,
});

export const listConnectableAccounts = endpoint({
  id: 'listConnectableAccounts',
  method: 'GET',
  path: '/connectionrequests/{uid}/accounts',
  tag: 'Connections',
  summary: 'List the active accounts of a profile that the application can be connected to',
  access: 'client',
  presence: 'required',
  params: zRequestParam,
  query: z.strictObject({ ...pageQuery, profile: zId }),
  response: zPage(zAccount),
});

export const allowConnection = endpoint({
  id: 'allowConnection',
  method: 'PUT',
  path: '/connectionrequests/{uid}',
  tag: 'Connections',
  summary: 'Connect the application to accounts of a profile for up to 90 days',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  params: zRequestParam,
  body: wire({
    /** The profile to connect; by default the current one. */
    profileId: ['ClientId', zId.optional()],
    accountIds: ['AccountIds', z.array(zId).min(1).max(200)],
  }),
  response: zReturn,
});

export const refuseConnection = endpoint({
  id: 'refuseConnection',
  method: 'DELETE',
  path: '/connectionrequests/{uid}',
  tag: 'Connections',
  summary: 'Refuse the application',
  access: 'client',
  presence: 'open',
  params: zRequestParam,
  response: zReturn,
});

export const listConnections = endpoint({
  id: 'listConnections',
  method: 'GET',
  path: '/connections',
  tag: 'Connections',
  summary: 'List the applications connected to the profile, newest first',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  query: z.strictObject(pageQuery),
  response: zPage(zConnection),
});

export const endConnection = endpoint({
  id: 'endConnection',
  method: 'DELETE',
  path: '/connections/{id}',
  tag: 'Connections',
  summary: 'Disconnect an application immediately',
  access: 'client',
  presence: 'open',
  right: 'is_boss',
  params: zIdParam,
});
