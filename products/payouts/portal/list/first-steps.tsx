/** Ways to start, shown while there is no payout. */
import { createPayout } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type TemplateKind, templateMutation } from '../queries.ts';
import { useStartEmpty } from '../use-start-empty.ts';

export function FirstSteps() {
  const t = useTranslations('payouts.create');
  const empty = useStartEmpty();
  return (
    <>
      <NeedsRight endpoint={createPayout} label={t('upload')}>
        <ButtonLink to="/payments/payouts/create" icon={<IconUpload aria-hidden="true" />}>
          {t('upload')}
        </ButtonLink>
      </NeedsRight>
      <NeedsRight endpoint={createPayout} label={t('startEmpty')}>
        <Button busy={empty.isPending} onClick={() => empty.start()}>
          {t('startEmpty')}
        </Button>
      </NeedsRight>
      <TemplateButton format="xlsx" variant="quiet" />
      <TemplateButton format="csv" variant="quiet" />
    </>
  );
}

const words = { xlsx: 'asXlsx', csv: 'asCsv', payees: 'withPayees' } as const satisfies Record<
  TemplateKind,
  string
>;

/** Saves the template in the reader's language. */
export function TemplateButton({ format, variant }: { format: TemplateKind; variant: 'quiet' | 'outline' }) {
  const t = useTranslations('payouts.create');
  const saving = useMutation(templateMutation);
  return (
    <Button
      variant={variant}
      icon={<IconDownload aria-hidden="true" />}
      busy={saving.isPending}
      onClick={() => saving.mutate(format, { onError: showFailure })}
    >
      {t(words[format])}
    </Button>
  );
}
