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

/** A connection lasts this long at most; then the application has to ask again. */
export const connectionDays = 90;

const zApplication = wire({
  name: ['Name', z.string()],
  /** Who runs it, as registered with the bank. */
  operator: ['Operator', z.string()],
  /** Stands for its logo. */
  letter: ['Letter', z.string()],
});

/** A profile that the person may let applications in to. */
const zConnectableProfile = wire({
  id: ['Id', zId],
  name: ['Name', z.string()],
  isCompany: ['IsCompany', z.boolean()],
});
export type ConnectableProfile = z.output<typeof zConnectableProfile>;

/** More profiles than one question can offer. */
export const connectableProfilesMax = 50;

export const zConnectionRequest = wire({
  application: ['Application', zApplication],
  scopes: ['Scopes', z.array(z.enum(scopes))],
  /** The site that the browser goes back to. */
  returnHost: ['ReturnHost', z.string()],
  /** For whom it may be let in: the own profile, and companies that the person manages; the one that is acted for first. */
  profiles: ['Profiles', z.array(zConnectableProfile).max(connectableProfilesMax)],
});
export type ConnectionRequest = z.output<typeof zConnectionRequest>;

export const zConnection = wire({
  id: ['Id', zId],
  application: ['Application', zApplication],
  scopes: ['Scopes', z.array(z.enum(scopes))],
  accountIds: ['AccountIds', z.array(zId)],
  /** Who allowed it; empty when that person is no administrator any more, which has ended its use. */
  allowedBy: ['AllowedBy', z.string()],
  allowedAt: ['AllowedAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
  /** Null: it has not called yet. */
  lastUsedAt: ['LastUsedAt', zTime.nullable()],
});
export type Connection = z.output<typeof zConnection>;

const zRequestParam = z.strictObject({ uid: z.string().regex(/^[\w-]{20,64}$/) });
const zReturn = wire({
  /** Where the browser continues; on this site. */
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
    /** For whom; unless said the profile that is acted for. */
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
