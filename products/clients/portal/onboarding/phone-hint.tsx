/** Beside the identity check on a wide screen: a link to continue on a phone, which has a better camera. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { encode } from 'uqr';
import classes from './onboarding.module.css';

export function PhoneHint() {
  const t = useTranslations('onboarding.handover');
  const { size, data } = encode(`${location.origin}/create-account`, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Card>
      <svg
        className={classes.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('alt')}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000102" />
      </svg>
      <h2 className={classes.asideTitle}>{t('title')}</h2>
      <p className={classes.asideText}>{t('text')}</p>
    </Card>
  );
}
