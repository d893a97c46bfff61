/** All calls about companies. Topic: `client`, which also reaches the person who added a company. */
import {
  addCompany,
  type CompanyInput,
  getCompany,
  getCompanyDocument,
  listCompanyChanges,
  requestCompanyChange,
  saveCompanyFacts,
  withdrawCompanyChange,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { saveDocument } from '@calmly/portal-kit/shared/files/save-document.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

const pageSize = 20;

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', 'company', id],
    queryFn: ({ signal }) => bank.call(getCompany, { params: { id } }, { signal }),
  });

/** The data sent at the end of the form. */
export interface Save {
  /** Undefined: a new company. */
  readonly companyId: string | undefined;
  readonly body: CompanyInput;
  /** The reason for the change; empty: none given. */
  readonly reason: string;
  /** For a change: the version that the form started with. */
  readonly version?: string | undefined;
  readonly key: string;
}

export const saveCompanyMutation = mutationOptions({
  mutationFn: ({ companyId, body, key }: Save) =>
    companyId === undefined
      ? bank.call(addCompany, { body }, { idempotencyKey: key })
      : bank.call(saveCompanyFacts, { params: { id: companyId }, body }),
  onSuccess: async (company, _saved, _context, { client }) => {
    await keepAnswer(client, companyQuery(company.id), company);
    await client.invalidateQueries({ queryKey: ['client'] });
  },
});

/** Requests other facts for the company acted for. */
export const requestChangeMutation = mutationOptions({
  mutationFn: ({ body, reason, version, key }: Save) =>
    bank.call(
      requestCompanyChange,
      { body: { ...body, ...(reason && { reason }), ...(version && { version }) } },
      { idempotencyKey: key },
    ),
  onSuccess: (_change, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: companyChangesQuery.queryKey }),
});

export const companyChangesQuery = infiniteQueryOptions({
  queryKey: ['client', 'company-changes'],
  queryFn: ({ pageParam, signal }) =>
    bank.call(
      listCompanyChanges,
      { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const withdrawChangeMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(withdrawCompanyChange, { params: { id } }),
  onSettled: (_nothing, _error, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: companyChangesQuery.queryKey }),
});

/** Downloads one of a company's documents. */
export const savePaperMutation = mutationOptions({
  mutationFn: async (params: { id: string; documentId: string }) =>
    saveDocument(await bank.call(getCompanyDocument, { params })),
});
