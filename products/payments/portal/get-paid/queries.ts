/** The content of a public page's link; null if the link is invalid. */
import { getPayPage, getPayPageDocument } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { saveDocument } from '@calmly/portal-kit/shared/files/save-document.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

/** Anonymous. Other failures than an invalid link reject. */
export const payPageQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay-page', token],
    queryFn: async ({ signal }) => {
      try {
        return await bank.call(getPayPage, { params: { token } }, { signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

export const savePageDocumentMutation = (token: string) =>
  mutationOptions({
    mutationFn: async (id: string) =>
      saveDocument(await bank.call(getPayPageDocument, { params: { token, id } })),
  });
