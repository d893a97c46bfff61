/** `/get-paid/{token}`. */
import { useParams } from '@tanstack/react-router';
import { GetPaidPage } from '../../../features/get-paid/index.ts';

export function GetPaidScreen() {
  const { token } = useParams({ from: '/sheet/get-paid/$token' });
  return <GetPaidPage token={token} />;
}
