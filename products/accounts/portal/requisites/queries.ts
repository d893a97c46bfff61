/** The calls of the account details; accounts and fees are in `shared/resources.ts`. */
import { downloadRequisites } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { saveFile } from '@calmly/ui/save-file.ts';
import { mutationOptions } from '@tanstack/react-query';

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
