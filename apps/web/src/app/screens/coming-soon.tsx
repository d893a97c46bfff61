/** `/coming-soon?part=…`. */
import { useSearch } from '@tanstack/react-router';
import { ComingSoonPage } from '../../features/errors/index.ts';

export function ComingSoonScreen() {
  return <ComingSoonPage part={useSearch({ from: '/shell/coming-soon' }).part} />;
}
