/** The login layout (specification section 2): the header, the form, and on the right a large drawing of the logo. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Outlet } from '@tanstack/react-router';
import { EntryHeader } from './entry-header.tsx';
import classes from './login-layout.module.css';

export function LoginLayout() {
  const t = useTranslations('shell');
  return (
    <div className={classes.layout}>
      <div className={classes.left}>
        <EntryHeader />
        <main className={classes.main}>
          <Outlet />
        </main>
        <footer className={classes.foot}>
          <span className={classes.copyright}>
            {t('signIn.copyright', { year: String(new Date().getFullYear()) })}
          </span>
          <span className={classes.small}>{t('tagline')}</span>
        </footer>
      </div>
      <aside className={classes.right}>
        <Rings />
        <p className={classes.tagline}>
          {`${t('tagline')}.`.split(/(?<=,)\s/).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </aside>
    </div>
  );
}

/** Four rings that open to the right, and the dot resting in their pause. */
function Rings() {
  return (
    <svg className={classes.rings} viewBox="0 0 560 560" aria-hidden="true">
      {[270, 219, 169, 117].map((radius, index) => {
        const reach = radius * 0.7643;
        const rise = radius * 0.6449;
        return (
          <path
            key={radius}
            d={`M${271 + reach} ${280 - rise}A${radius} ${radius} 0 1 0 ${271 + reach} ${280 + rise}`}
            fill="none"
            stroke="#f5f2ed"
            strokeOpacity={[1, 0.6, 0.34, 0.2][index]}
            strokeWidth="1.25"
          />
        );
      })}
      <circle cx="512" cy="280" r="27.5" fill="#FE6B41" />
    </svg>
  );
}
