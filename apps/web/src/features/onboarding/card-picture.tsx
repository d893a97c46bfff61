/** A card drawn small: ink for plastic, sand for virtual, the cropped ring behind. Decoration beside the words. */
import classes from './onboarding.module.css';

export function CardPicture({ plastic }: { plastic: boolean }) {
  return (
    <svg
      className={classes.picture}
      data-plastic={plastic || undefined}
      viewBox="0 0 176 108"
      width="176"
      height="108"
      aria-hidden="true"
    >
      <rect width="176" height="108" rx="10" className={classes.pictureBase} />
      <path d="M176 24a44 44 0 1 0 0 60" fill="none" className={classes.pictureRing} strokeWidth="10" />
      <circle cx="160" cy="54" r="6" fill="#FE6B41" />
      <rect x="16" y="40" width="24" height="18" rx="4" className={classes.pictureChip} />
      <rect x="16" y="80" width="56" height="6" rx="3" className={classes.pictureChip} />
    </svg>
  );
}
