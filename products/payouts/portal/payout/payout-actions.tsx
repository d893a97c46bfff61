/** The actions on a whole payout, at the right of its steps. */
import type { PayoutDetails } from '@calmly/contract';
import { AskMenu, useAskAbout } from '@calmly/portal-kit/shared/ask-about.tsx';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import type { MenuAction } from '@calmly/ui/layers/popovers/menu-panel.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import {
  IconAbc,
  IconArrowBarDown,
  IconColumns,
  IconDots,
  IconDownload,
  IconHistory,
  IconReplace,
  IconRowRemove,
  IconSparkles,
  IconTrash,
  IconUpload,
  IconUserCheck,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DropZone } from '../create/drop-zone.tsx';
import { type TemplateKind, templateMutation } from '../queries.ts';
import { useUpload } from '../upload.ts';
import type { RepairKind } from '../workbench/repair-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import type { PayoutPart } from './payout-part.ts';
import { PlainDialog } from './plain-dialog.tsx';

const RepairsDialog = onDemand(async () => (await import('../workbench/repairs-dialog.tsx')).RepairsDialog);
const RepairDialog = onDemand(async () => (await import('../workbench/repair-dialog.tsx')).RepairDialog);

export function PayoutActions({ payout, part }: { payout: PayoutDetails; part: PayoutPart }) {
  const t = useTranslations('payouts.menu');
  const navigate = useNavigate();
  const isPhone = useMedia(breakpoints.phone);
  const [open, setOpen] = useState<'corrected' | 'discard' | 'undo' | RepairKind>();
  const template = useMutation(templateMutation);
  const edit = useTranslations('payoutEditing');
  const ask = useAskAbout({ kind: 'payout', id: payout.id });
  if (part === 'results' || part === 'confirm' || part === 'repairing')
    return <AskMenu kind="payout" id={payout.id} />;
  const download = (kind: TemplateKind) => template.mutate(kind, { onError: showFailure });
  const isBench = part === 'bench';
  const hasRows = payout.summary.rows > 0;
  const iconOf = { 'aria-hidden': true } as const;
  const actions: readonly (MenuAction | false)[] = [
    isBench &&
      isPhone && {
        text: t('corrected'),
        icon: <IconUpload {...iconOf} />,
        onChoose: () => setOpen('corrected'),
      },
    isBench &&
      hasRows && {
        text: t('replace'),
        icon: <IconReplace {...iconOf} />,
        onChoose: () => setOpen('replace'),
      },
    isBench &&
      hasRows && { text: t('fill'), icon: <IconArrowBarDown {...iconOf} />, onChoose: () => setOpen('fill') },
    isBench &&
      payout.summary.faulty > 0 && {
        text: t('suggestions'),
        icon: <IconSparkles {...iconOf} />,
        onChoose: () => setOpen('suggestions'),
      },
    isBench &&
      payout.warnings.some(({ code }) => code === 'name_check') && {
        text: edit('names.menu'),
        icon: <IconUserCheck {...iconOf} />,
        onChoose: () => setOpen('names'),
      },
    isBench &&
      hasRows && {
        text: t('characters'),
        icon: <IconAbc {...iconOf} />,
        onChoose: () => setOpen('characters'),
      },
    isBench &&
      payout.summary.faulty > 0 && {
        text: t('removeFaulty'),
        icon: <IconRowRemove {...iconOf} />,
        onChoose: () => setOpen('remove_faulty'),
      },
    isBench &&
      payout.repairs.length > 0 && {
        text: edit('done.menu'),
        icon: <IconHistory {...iconOf} />,
        onChoose: () => setOpen('undo'),
      },
    isBench &&
      payout.file !== null && {
        text: t('mapping'),
        icon: <IconColumns {...iconOf} />,
        onChoose: () =>
          void navigate({
            to: '/payments/payouts/$id',
            params: { id: payout.id },
            search: { step: 'columns' },
          }),
      },
    { text: t('xlsx'), icon: <IconDownload {...iconOf} />, onChoose: () => download('xlsx') },
    { text: t('csv'), icon: <IconDownload {...iconOf} />, onChoose: () => download('csv') },
    { text: t('payees'), icon: <IconDownload {...iconOf} />, onChoose: () => download('payees') },
    ask,
    { text: t('discard'), icon: <IconTrash {...iconOf} />, onChoose: () => setOpen('discard') },
  ];
  const close = () => setOpen(undefined);
  return (
    <Inline gap={8}>
      {isBench && !isPhone && (
        <Button icon={<IconUpload aria-hidden="true" />} onClick={() => setOpen('corrected')}>
          {t('corrected')}
        </Button>
      )}
      <Menu
        label={t('label')}
        icon={<IconDots aria-hidden="true" />}
        actions={actions.filter((action) => action !== false)}
      />
      {open === 'corrected' && <CorrectedDialog payout={payout} onClose={close} />}
      {open === 'discard' && <DiscardDialog payout={payout} onClose={close} />}
      {open === 'undo' && <RepairsDialog payout={payout} onClose={close} />}
      {open !== undefined && open !== 'corrected' && open !== 'discard' && open !== 'undo' && (
        <RepairDialog payout={payout} kind={open} onClose={close} />
      )}
    </Inline>
  );
}

/** Replaces the rows by another file. */
function CorrectedDialog({ payout, onClose }: { payout: PayoutDetails; onClose: () => void }) {
  const t = useTranslations('payouts.corrected');
  const ui = useTranslations('ui');
  const upload = useUpload(onClose, { into: payout });
  return (
    <PlainDialog title={t('title')} text={t('text')} close={ui('cancel')} onClose={onClose}>
      <DropZone upload={upload} />
    </PlainDialog>
  );
}
