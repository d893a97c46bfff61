/** The details for a payer, one line each with a copy button, and a button that copies all of it as text. */
import type { Account } from '@calmly/contract';
import { addressIn, formatIban } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ShareButton } from '../../../payments/portal/requests/index.ts';
import { AccountActions } from '../accounts/index.ts';
import { requisitesPdfMutation } from './queries.ts';
import classes from './requisites.module.css';

interface AccountDetailsProps {
  account: Account;
  /** Whether it is the client's only open account. */
  last: boolean;
  /** Set on the account's own page, which needs no link to itself. */
  isOwnPage?: boolean;
}

export function AccountDetails({ account, last, isOwnPage = false }: AccountDetailsProps) {
  const t = useTranslations('requisites');
  const ui = useTranslations('ui');
  const { locale } = useLocaleControl();
  const pdf = useMutation(requisitesPdfMutation(account.id, locale));
  const phone = useMedia(breakpoints.phone);
  const lines = [
    { label: t('holder'), value: account.holder },
    { label: t('holderLatin'), value: account.holderLatin },
    ...(account.iban
      ? [{ label: t('iban'), value: formatIban(account.iban), copied: account.iban }]
      : [{ label: t('number'), value: account.number }]),
    { label: t('bic'), value: account.bic },
    { label: t('bank'), value: account.bankName },
    // Copied in the form that payers abroad use.
    {
      label: t('bankAddress'),
      value: addressIn(account.bankAddress, locale),
      copied: account.bankAddress,
    },
    { label: t('correspondent'), value: account.correspondentBank },
    { label: t('correspondentBic'), value: account.correspondentBic },
  ].filter((line): line is { label: string; value: string; copied?: string } => Boolean(line.value));

  const copyAll = async () => {
    try {
      await navigator.clipboard.writeText(lines.map((line) => `${line.label}: ${line.value}`).join('\n'));
      showSnackbar(ui('copied', { what: t('details') }));
    } catch {
      // Without permission or a secure context nothing is copied, and the person must know.
      showSnackbar(ui('notCopied'));
    }
  };

  return (
    <Card flush>
      <div className={isOwnPage ? classes.narrow : undefined}>
        <Inline wrap gap={16} align="center" justify="between" className={classes.head}>
          <div>
            <h2 className={classes.title} translate={isOwnPage ? undefined : 'no'}>
              {isOwnPage ? t('details') : account.name}
            </h2>
            <Text tone="soft">{t('share', { currency: account.currency })}</Text>
          </div>
          <Inline wrap gap={8} className={classes.headActions}>
            <Button
              icon={<IconDownload aria-hidden="true" />}
              busy={pdf.isPending}
              onClick={() => pdf.mutate()}
            >
              {t('pdf')}
            </Button>
            <Button icon={<IconCopy aria-hidden="true" />} onClick={() => void copyAll()}>
              {t('copyAll')}
            </Button>
            <ShareButton
              key={account.id}
              variant={isOwnPage ? 'outline' : 'accent'}
              target={{ accountId: account.id }}
            />
          </Inline>
        </Inline>
        {pdf.isError && (
          <div className={classes.failed}>
            <Notice tone="refusal">{t('pdfFailed')}</Notice>
          </div>
        )}
        <dl>
          {lines.map((line) => (
            <Grid key={line.label} gap={8} rowGap={0} align="center" className={classes.line}>
              <dt>{line.label}</dt>
              <dd>
                <span translate="no">{line.value}</span>
                <CopyButton value={line.copied ?? line.value} what={line.label}>
                  {phone ? undefined : t('copy')}
                </CopyButton>
              </dd>
            </Grid>
          ))}
        </dl>
        <Inline wrap gap={8} className={classes.under}>
          {isOwnPage ? null : (
            <ButtonLink to="/accounts/$id" params={{ id: account.id }}>
              {t('openPage')}
            </ButtonLink>
          )}
          <AccountActions key={account.id} account={account} last={last} />
        </Inline>
      </div>
    </Card>
  );
}
