/** The calls of the account details; accounts and fees are in `shared/resources.ts`. */
import { downloadRequisites } from '@calmly/contract';
import { mutationOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { ownTimeZone } from '../../shared/days/days.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The requisites as PDF, saved by the browser. */
export const requisitesPdfMutation = (id: string, locale: 'en' | 'ru') =>
  mutationOptions({
    mutationKey: ['accounts', 'requisites', id],
    mutationFn: async () => {
      const file = await bank.download(downloadRequisites, {
        params: { id },
        query: { locale, timeZone: ownTimeZone() },
      });
      saveFile(file.content, file.fileName);
    },
  });
