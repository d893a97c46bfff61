/** An order as it is sent: immediate or, with a schedule, for later. */
import type { PaymentInput } from '@calmly/contract';
import type { Schedule } from '@calmly/domain';

export type PlacedOrder = PaymentInput & { readonly schedule?: Schedule };
