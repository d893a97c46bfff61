/** `/get-paid/{token}`. */

import { GetPaidPage } from '@calmly/products/payments/portal/get-paid/index.ts';
import { useParams } from '@tanstack/react-router';

export function GetPaidScreen() {
  const { token } = useParams({ from: '/sheet/get-paid/$token' });
  return <GetPaidPage token={token} />;
}
