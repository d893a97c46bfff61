/** `/coming-soon?part=…`. */

import { ComingSoonPage } from '@calmly/portal-kit/errors/index.ts';
import { useSearch } from '@tanstack/react-router';

export function ComingSoonScreen() {
  return <ComingSoonPage part={useSearch({ from: '/shell/coming-soon' }).part} />;
}
