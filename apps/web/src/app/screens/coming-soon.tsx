/** `/coming-soon?part=…`, and the screen of the specification that isn't built yet, at its own address. */
import { useSearch } from '@tanstack/react-router';
import { ComingSoonPage } from '../../features/errors/index.ts';

export const PayoutsComingScreen = () => <ComingSoonPage part="payouts" />;

export function ComingSoonScreen() {
  return <ComingSoonPage part={useSearch({ from: '/shell/coming-soon' }).part} />;
}
