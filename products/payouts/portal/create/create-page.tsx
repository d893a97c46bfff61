/** `/payments/payouts/create`: a file, a table from the clipboard, or an empty table. */
import { createPayout } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconTable } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ConfidentialChoice } from '../confidential-switch.tsx';
import { cellsOfText } from '../grid/clipboard.ts';
import { TemplateButton } from '../list/first-steps.tsx';
import { Crumbs } from '../payout/crumbs.tsx';
import { letterOf } from '../payout/mapping-choice.ts';
import { Steps } from '../payout/steps.tsx';
import { useUpload } from '../upload.ts';
import { useStartEmpty } from '../use-start-empty.ts';
import classes from './create.module.css';
import { DropZone } from './drop-zone.tsx';
import { rowsOfPasted } from './pasted-rows.ts';

export function CreatePayoutPage() {
  const t = useTranslations('payouts.create');
  const payouts = useTranslations('payouts');
  const format = useFormatter();
  const navigate = useNavigateUnlessLeft();
  const hasPointer = useMedia(breakpoints.mouse);
  const { reason } = useRight(createPayout);
  const [confidential, setConfidential] = useState(false);
  const empty = useStartEmpty({ confidential });
  const upload = useUpload(
    ({ id }) => void navigate({ to: '/payments/payouts/$id', params: { id }, replace: true }),
    { confidential },
  );
  usePastedRows(
    ({ rows, left, header }) => {
      empty.start(rows);
      const names = left.map(
        (at) => header?.[at]?.trim() || payouts('mapping.column', { letter: letterOf(at) }),
      );
      if (left.length > 0)
        showSnackbar(
          t('pastedPart', { count: left.length, names: format.list(names, { type: 'conjunction' }) }),
        );
    },
    () => showSnackbar(t('nothingPasted')),
    reason === undefined && !upload.file,
  );
  return (
    <div className={classes.page}>
      <PageHeader title={payouts('title')} />
      <Crumbs name={<span>{t('title')}</span>} />
      <Steps current="upload" />
      {reason !== undefined ? (
        <Notice tone="warning">{reason}</Notice>
      ) : (
        <>
          <ConfidentialChoice
            isOn={confidential}
            isDisabled={upload.file !== undefined || empty.isPending}
            onChange={setConfidential}
          />
          <DropZone upload={upload} />
          <p className={classes.words}>
            {t('known')} {hasPointer && t('paste', { keys: pasteKeys })}
          </p>
          {empty.isPending && empty.rows > 0 && (
            <Notice tone="info">{t('pasting', { count: empty.rows })}</Notice>
          )}
          <Grid gap={16} className={classes.other}>
            <section className={classes.way}>
              <div>
                <h2>{t('template')}</h2>
                <p className={classes.hint}>{t('templateText')}</p>
              </div>
              <Inline wrap gap={16} rowGap={8}>
                <TemplateButton format="xlsx" variant="outline" />
                <TemplateButton format="csv" variant="outline" />
                <TemplateButton format="payees" variant="outline" />
              </Inline>
            </section>
            <section className={classes.way}>
              <div>
                <h2>{t('other')}</h2>
                <p className={classes.hint}>{t('otherText')}</p>
              </div>
              <Inline wrap gap={16} rowGap={8}>
                <Button
                  icon={<IconTable aria-hidden="true" />}
                  busy={empty.isPending}
                  onClick={() => empty.start()}
                >
                  {t('startEmpty')}
                </Button>
              </Inline>
            </section>
          </Grid>
        </>
      )}
    </div>
  );
}

const pasteKeys = /Mac|iP/.test(navigator.userAgent) ? '⌘V' : 'Ctrl+V';

/** Pasting anywhere on the page except into a text field. */
function usePastedRows(
  onRows: (pasted: NonNullable<ReturnType<typeof rowsOfPasted>>) => void,
  onNothing: () => void,
  isOn: boolean,
) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (!isOn || isField) return;
    event.preventDefault();
    const pasted = rowsOfPasted(cellsOfText(event.clipboardData?.getData('text/plain') ?? ''));
    if (pasted) onRows(pasted);
    else onNothing();
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
