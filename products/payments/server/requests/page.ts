/**
 * The public page of a link: what a payer needs in order to pay, and, if the payee shows them, the request's description and documents.
 * A paid or cancelled request shows neither.
 *
 * Errors: `not_found` for an unknown token, a revoked link, a closed account, and a document that the page does not show.
 */
import type { DocumentType, PayPage } from '@calmly/contract';
import { formatDecimal, latinName } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  type AccountRecord,
  type Bank,
  correspondentOf,
  requireAccount,
} from '../../../accounts/server/accounts/index.ts';
import { type Documents, findDocuments } from '../../../accounts/server/documents/index.ts';
import { findOpened } from './link-store.ts';
import { hashOf, isToken } from './links.ts';
import { findRequest, type StoredRequest } from './store.ts';

export interface PageTools {
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'requireContent'>;
}

interface OpenedPage {
  readonly account: AccountRecord;
  readonly request: StoredRequest | undefined;
  readonly showsDetails: boolean;
}

const isOpen = ({ status }: StoredRequest) => status === 'PENDING' || status === 'OVERDUE';

async function openPage(sql: Sql, token: string): Promise<OpenedPage> {
  const link = isToken(token) ? await findOpened(sql, hashOf(token)) : undefined;
  if (!link) throw new Problem('not_found');
  const { clientId, accountId, requestId } = link;
  const account = await requireAccount(sql, { clientId, id: accountId });
  if (account.status !== 'ACTIVE') throw new Problem('not_found');
  const request = requestId === null ? undefined : await findRequest(sql, { clientId, id: requestId });
  return { account, request, showsDetails: link.showsDetails && request !== undefined && isOpen(request) };
}

/** `GET /getpaid/{token}`. */
export async function readPage(sql: Sql, { bank }: PageTools, token: string): Promise<PayPage> {
  const { account, request, showsDetails } = await openPage(sql, token);
  const correspondent = correspondentOf(account.currency);
  return {
    creditorName: account.holder,
    creditorNameLatin: latinName(account.holder) ?? null,
    creditorAccount: account.number,
    iban: account.iban,
    currency: account.currency,
    bic: bank.bic,
    bankName: bank.name,
    bankAddress: bank.address,
    correspondentBank: correspondent?.bank ?? null,
    correspondentBic: correspondent?.bic ?? null,
    request: request ? await requestOf(sql, request, showsDetails) : null,
  };
}

async function requestOf(
  sql: Sql,
  request: StoredRequest,
  showsDetails: boolean,
): Promise<NonNullable<PayPage['request']>> {
  const { amountMinor, receivedMinor, currency, reference, dueOn, status } = request;
  const documents = showsDetails ? await findDocuments(sql, request.documentIds) : [];
  return {
    amount: formatDecimal(amountMinor, currency),
    remaining: formatDecimal(isOpen(request) ? amountMinor - receivedMinor : 0n, currency),
    reference,
    dueOn,
    status,
    details: showsDetails ? request.details : null,
    documents: documents.map(({ id, fileName, mediaType }) => ({ id, fileName, mediaType })),
  };
}

/** `GET /getpaid/{token}/documents/{id}`. */
export async function readPageDocument(
  sql: Sql,
  { documents }: PageTools,
  { token, id }: { readonly token: string; readonly id: string },
): Promise<{ fileName: string; mediaType: DocumentType; content: string }> {
  const { request, showsDetails } = await openPage(sql, token);
  if (!showsDetails || !request?.documentIds.includes(id)) throw new Problem('not_found');
  const { fileName, mediaType, content } = await documents.requireContent(sql, id);
  return { fileName, mediaType, content: content.toString('base64') };
}
