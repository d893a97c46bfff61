/** `/verify/{code?}`. */

import { VerifyPage } from '@calmly/products/accounts/portal/verify/index.ts';
import { useParams } from '@tanstack/react-router';

export function VerifyScreen() {
  const { code } = useParams({ from: '/sheet/verify/{-$code}' });
  return <VerifyPage code={code} />;
}
