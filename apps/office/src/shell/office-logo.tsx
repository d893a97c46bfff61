/** The wordmark with the office's name. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Logo } from '@calmly/ui/pictures/logo.tsx';
import classes from './office-logo.module.css';

export function OfficeLogo() {
  const t = useTranslations('office.shell');
  return (
    <Inline as="span" gap={12} align="center">
      <Logo />
      <span className={classes.tag}>{t('office')}</span>
    </Inline>
  );
}
