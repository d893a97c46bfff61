/** Forecast, spending and unusual changes: loaded with their texts after the rest of the dashboard is shown. */
import type { CurrencyCode } from '@calmly/domain';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { useEffect, useRef, useState } from 'react';
import { Changes } from './changes.tsx';
import { ForecastCard } from './forecast-card.tsx';
import classes from './insight.module.css';
import { SpendingCard } from './spending-card.tsx';

export function Insight({ currency }: { currency: CurrencyCode }) {
  const spending = useRef<HTMLDivElement>(null);
  const isReached = useReached(spending);
  return (
    <Grid gap="page" className={classes.insight}>
      <Changes currency={currency} />
      <div id="forecast" className={classes.anchor}>
        <ForecastCard currency={currency} />
      </div>
      <div ref={spending}>
        <SpendingCard currency={currency} isReached={isReached} />
      </div>
    </Grid>
  );
}

/** Whether an element has been in view; calls that may ask for a code wait for this. */
function useReached(element: React.RefObject<HTMLElement | null>): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (reached || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [reached, element]);
  return reached;
}
