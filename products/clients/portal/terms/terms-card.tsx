/**
 * The terms card (specification sections 2, 4): a box for each terms text and, if there are fees, one for them. Continue is enabled once
 * each box is ticked, and says so until then.
 */
import { termsVersions } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { type ReactNode, useId, useState } from 'react';
import classes from './terms.module.css';
import { type TermsProduct, TermsText } from './terms-text.tsx';

interface TermsCardProps {
  products: readonly TermsProduct[];
  /** Fees that are accepted together with the terms. */
  fee?: ReactNode;
  busy: boolean;
  problem?: string | undefined;
  onAccept: () => void;
  /** An alternative beside Continue. */
  other?: ReactNode;
}

export function TermsCard({ products, fee, busy, problem, onAccept, other }: TermsCardProps) {
  const t = useTranslations('terms');
  const hint = useId();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const boxes = [...products, ...(fee ? ['fee'] : [])];
  const ready = boxes.every((box) => ticked.includes(box));
  const tick = (box: string, on: boolean) =>
    setTicked((before) => (on ? [...before, box] : before.filter((other) => other !== box)));
  return (
    <Grid gap={16}>
      {products.map((product) => (
        <Grid as="section" key={product} gap={16} className={classes.box}>
          <h2>
            {t(`products.${product}`)}
            <span>{t('version', { version: termsVersions[product] })}</span>
          </h2>
          <TermsText product={product} />
          <CheckboxField
            label={t('accept', { product: t(`acceptProducts.${product}`), version: termsVersions[product] })}
            checked={ticked.includes(product)}
            onChange={(event) => tick(product, event.currentTarget.checked)}
          />
        </Grid>
      ))}
      {fee && (
        <Grid as="section" gap={16} className={classes.box}>
          <h2>{t('fees')}</h2>
          {fee}
          <CheckboxField
            label={t('acceptFees')}
            checked={ticked.includes('fee')}
            onChange={(event) => tick('fee', event.currentTarget.checked)}
          />
        </Grid>
      )}
      {problem && <Notice tone="refusal">{problem}</Notice>}
      <Inline gap={12} above={8}>
        {other}
        <Button
          variant="accent"
          size="l"
          block
          busy={busy}
          disabled={!ready}
          aria-describedby={ready ? undefined : hint}
          onClick={onAccept}
        >
          {busy ? t('accepting') : t('continue')}
        </Button>
      </Inline>
      <Text id={hint} size={13} tone="soft" className={classes.hint}>
        {ready ? '\u00A0' : t(boxes.length > 1 ? 'tickBoth' : 'tickTerms')}
      </Text>
    </Grid>
  );
}
