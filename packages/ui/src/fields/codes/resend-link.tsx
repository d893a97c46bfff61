/** "Send again", which counts down first (specification section 9: from 9). */
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

interface ResendLinkProps {
  /** Seconds until another code may be requested. */
  seconds: number;
  /** Resolves with the seconds until the next one. */
  onResend: () => Promise<number>;
}

export function ResendLink({ seconds, onResend }: ResendLinkProps) {
  const t = useTranslations('otp');
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  if (left > 0) {
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    return <span>{t('sendAgainIn', { time })}</span>;
  }
  return (
    <button type="button" className="link" onClick={() => void onResend().then(setLeft)}>
      {t('sendAgain')}
    </button>
  );
}
