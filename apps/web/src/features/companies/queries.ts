/** Every call about companies. Topic: `client`, which is told to who added a company too. */
import {
  addCompany,
  type CompanyInput,
  getCompany,
  getCompanyDocument,
  saveCompanyFacts,
} from '@calmly/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { saveFile } from '../../ui/save-file.ts';

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', 'company', id],
    queryFn: ({ signal }) => bank.call(getCompany, { params: { id } }, { signal }),
  });

interface Save {
  /** Undefined: a company that the bank does not have yet. */
  readonly companyId: string | undefined;
  readonly body: CompanyInput;
  readonly key: string;
}

export const saveCompanyMutation = mutationOptions({
  mutationFn: ({ companyId, body, key }: Save) =>
    companyId === undefined
      ? bank.call(addCompany, { body }, { idempotencyKey: key })
      : bank.call(saveCompanyFacts, { params: { id: companyId }, body }),
  onSuccess: async (company, _saved, _context, { client }) => {
    client.setQueryData(companyQuery(company.id).queryKey, company);
    await client.invalidateQueries({ queryKey: ['client'] });
  },
});

/** One of a company's papers, saved by the browser. */
export const savePaperMutation = mutationOptions({
  mutationFn: async (params: { id: string; documentId: string }) => {
    const { content, mediaType, fileName } = await bank.call(getCompanyDocument, { params });
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    saveFile(new Blob([bytes], { type: mediaType }), fileName);
  },
});
