/** Downloads one of the client's documents. */
import { type EndpointOutput, getDocument } from '@calmly/contract';
import { saveFile } from '@calmly/ui/save-file.ts';
import { mutationOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

export const saveDocumentMutation = mutationOptions({
  mutationFn: async (id: string) => saveDocument(await bank.call(getDocument, { params: { id } })),
});

/** Starts the browser's download; `content` is base64. */
export function saveDocument({ content, mediaType, fileName }: EndpointOutput<typeof getDocument>): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: mediaType }), fileName);
}
