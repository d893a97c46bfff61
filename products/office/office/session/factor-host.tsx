/** The dialog for the code that a dangerous act needs. Rendered once, around all screens. */
import { ApiProblem } from '@calmly/contract';
import { proveStaffFactor } from '@calmly/contract/staff';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CodeForm } from '@calmly/ui/fields/codes/code-form.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { useAsked } from './factor.ts';

export function FactorHost() {
  const asked = useAsked();
  return asked && <FactorDialog onDone={asked.done} onCancel={asked.cancel} />;
}

function FactorDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('office.factor');
  const problemText = useProblemText();
  const shown = useQuery({
    queryKey: ['factor'],
    queryFn: () => call(proveStaffFactor, { body: {} }),
    gcTime: 0,
    throwOnError: false,
  });
  const prove = useMutation({
    mutationFn: (code: string) => call(proveStaffFactor, { body: { code } }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'staff_session_over') onCancel();
    },
  });
  return (
    <Dialog labelledBy="factor-title" describedBy="factor-text" onCancel={onCancel}>
      <div className={dialog.icon}>
        <IconShieldLock aria-hidden="true" />
      </div>
      <h2 id="factor-title" className={dialog.title}>
        {t('title')}
      </h2>
      <p id="factor-text" className={dialog.text}>
        {t('text')}
      </p>
      {!shown.isPending && (
        <CodeForm
          prefilled={shown.data?.shownCode ?? undefined}
          error={prove.error ? problemText(prove.error) : undefined}
          busy={prove.isPending}
          onSubmit={(code) => prove.mutate(code)}
          onCancel={onCancel}
        />
      )}
    </Dialog>
  );
}
