/** Calls about the receipts of a transaction. Topic: `payments`. */
import { attachReceipt, getReceipt, listReceipts, removeReceipt } from '@calmly/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { saveDocument } from '../files/save-document.ts';

export const receiptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'receipts', id],
    queryFn: ({ signal }) => bank.call(listReceipts, { params: { id } }, { signal }),
  });

/** For `useUploads`: `content` is base64. */
export const attachTo = (id: string) => (file: { fileName: string; content: string }) =>
  bank.call(attachReceipt, { params: { id }, body: file });

export const saveReceiptMutation = (id: string) =>
  mutationOptions({
    mutationFn: async (documentId: string) =>
      saveDocument(await bank.call(getReceipt, { params: { id, documentId } })),
  });

/** The receipts of the payment, and the cards, which a receipt may lock or unlock. */
export const rereadReceipts = (client: QueryClient, id: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: receiptsQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: ['cards'] }),
  ]);

export const removeReceiptMutation = (id: string) =>
  mutationOptions({
    mutationFn: (documentId: string) => bank.call(removeReceipt, { params: { id, documentId } }),
    onSettled: (_nothing, _error, _sent, _context, { client }) => rereadReceipts(client, id),
  });
