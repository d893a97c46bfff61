/** An order as it is sent: to be paid now or, with a schedule, later. */
import type { PaymentInput } from '@calmly/contract';
import type { Schedule } from '@calmly/domain';

export type PlacedOrder = PaymentInput & { readonly schedule?: Schedule };
