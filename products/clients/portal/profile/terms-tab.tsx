/**
 * Terms: for each product the current version, the accepted version and its date, its text, and the box to accept a newer one; and all past
 * acceptances.
 */
import { type TermsAcceptance, termsVersions } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconExternalLink } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { TermsCard } from '../terms/index.ts';
import classes from './profile.module.css';
import { acceptTermsMutation, termsQuery } from './queries.ts';

type Product = keyof typeof termsVersions;
const products = Object.keys(termsVersions) as Product[];

export function TermsTab() {
  const t = useTranslations('profile.termsTab');
  const [reading, setReading] = useState<Product>();
  return (
    <Stack gap={24}>
      <Card flush title={t('inForce')}>
        <ul className={classes.terms}>
          {products.map((product) => (
            <TermsRow key={product} product={product} onRead={() => setReading(product)} />
          ))}
        </ul>
      </Card>
      <History />
      {reading && <AcceptDialog product={reading} onClose={() => setReading(undefined)} />}
    </Stack>
  );
}

function TermsRow({ product, onRead }: { product: Product; onRead: () => void }) {
  const t = useTranslations('profile.termsTab');
  const name = useTranslations('terms')(`products.${product}`);
  const { locale } = useLocaleControl();
  const accepted = useClient().acceptedTerms[product]?.version;
  const version = termsVersions[product];
  const state =
    accepted === version
      ? t('accepted', { version })
      : accepted
        ? t('outdated', { accepted, version })
        : t('notAccepted', { version });
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <Text size={13} tone="soft">
          {state}
        </Text>
      </div>
      {accepted !== undefined && accepted !== version ? (
        <Button size="s" variant="solid" aria-label={t('acceptWhat', { name })} onClick={onRead}>
          {t('readAndAccept')}
        </Button>
      ) : (
        <a
          className={classes.read}
          href={`/terms/${product}.${locale}.html`}
          target="_blank"
          rel="noopener"
          aria-label={t('readWhat', { name })}
        >
          <IconExternalLink aria-hidden="true" />
          {t('read')}
        </a>
      )}
    </li>
  );
}

function AcceptDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const accepting = useMutation(acceptTermsMutation);
  const accept = () =>
    accepting.mutate(product, {
      onSuccess: () => {
        showSnackbar(t('profile.termsTab.done'));
        onClose();
      },
    });
  return (
    <Dialog labelledBy={id} onCancel={onClose}>
      <h2 id={id} className={dialog.title}>
        {t('profile.termsTab.newVersion')}
      </h2>
      <Stack gap={24} above={24}>
        <TermsCard
          products={[product]}
          busy={accepting.isPending}
          problem={accepting.error ? problemText(accepting.error) : undefined}
          onAccept={accept}
          other={
            <Button size="l" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
          }
        />
      </Stack>
    </Dialog>
  );
}

function History() {
  const t = useTranslations('profile.termsTab');
  const names = useTranslations('terms.products');
  const format = useFormatter();
  const query = useInfiniteQuery(termsQuery);
  const nameOf = (product: string) => {
    const known = products.find((name) => name === product);
    return known ? names(known) : product;
  };
  const columns: Column<TermsAcceptance>[] = [
    {
      key: 'what',
      header: t('what'),
      width: 'minmax(0, 2fr)',
      phone: 'main',
      cell: (row) => t('versionOf', { name: nameOf(row.product), version: row.version }),
    },
    {
      key: 'who',
      header: t('who'),
      width: 'minmax(0, 1.5fr)',
      phone: 'bottom',
      cell: (row) => row.acceptedBy,
    },
    {
      key: 'when',
      header: t('when'),
      width: '176px',
      align: 'end',
      phone: 'top',
      cell: (row) => format.dateTime(new Date(row.acceptedAt), { dateStyle: 'medium', timeStyle: 'short' }),
    },
  ];
  return (
    <section className={classes.history} aria-labelledby="terms-history">
      <h2 id="terms-history">{t('history')}</h2>
      <DataTable
        label={t('history')}
        columns={columns}
        rows={query.data}
        rowId={(row) => `${row.product} ${row.version}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState drawing={<Drawing name="text" />} title={t('historyEmpty')} />}
        onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
        skeletonRows={2}
      />
    </section>
  );
}
