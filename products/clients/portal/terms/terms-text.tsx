/**
 * The text of terms as the bank published it: a separate page from `/terms/<product>.<locale>.html`, without scripts, in the theme of
 * the portal. The frame keeps its styles and ours apart.
 */
import type { termsVersions } from '@calmly/contract';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './terms.module.css';

export type TermsProduct = keyof typeof termsVersions;

export function TermsText({ product }: { product: TermsProduct }) {
  const t = useTranslations('terms');
  const { locale } = useLocaleControl();
  const frame = useRef<HTMLIFrameElement>(null);
  const address = `/terms/${product}.${locale}.html`;
  useEffect(() => {
    const page = document.documentElement;
    const dress = () => {
      const root = frame.current?.contentDocument?.documentElement;
      if (!root) return;
      root.dataset.theme = page.dataset.theme ?? 'light';
      // Title and version are shown above the frame.
      root.dataset.framed = '';
    };
    // The theme may change while the text is shown.
    const watch = new MutationObserver(dress);
    watch.observe(page, { attributeFilter: ['data-theme'] });
    const element = frame.current;
    element?.addEventListener('load', dress);
    return () => {
      watch.disconnect();
      element?.removeEventListener('load', dress);
    };
  }, []);
  return (
    <Grid gap={8} className={classes.text}>
      <iframe ref={frame} sandbox="allow-same-origin" src={address} title={t(`products.${product}`)} />
      <a className={classes.open} href={address} target="_blank" rel="noopener">
        <IconExternalLink aria-hidden="true" />
        {t('open')}
      </a>
    </Grid>
  );
}
