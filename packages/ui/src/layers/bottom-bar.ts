/** The bar with a screen's main button: on a phone it stays at the foot of the window, and messages appear above it. */
import { breakpoints, useMedia } from '../media.ts';
import { footOfWindow } from './snackbar.tsx';

/** Props of the bar's element. The shell places elements marked with `data-bottom-bar`. */
export function useBottomBar() {
  const isPhone = useMedia(breakpoints.phone);
  return { ref: isPhone ? footOfWindow : undefined, 'data-bottom-bar': '' };
}
