/** `/support?conversation=…`, `/support?ask=payment&about=…`. */

import { SupportPage } from '@calmly/products/support/portal/support/index.ts';
import { useSearch } from '@tanstack/react-router';

export function SupportScreen() {
  return <SupportPage search={useSearch({ from: '/shell/support' })} />;
}
