/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, crypto } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  // The person requests it; the order book decides later, and the order may be filled first.
  'trade_order.cancelled': crypto(
    'Cancellation of an order in {instrument} requested',
    'Запрошена отмена заявки по {instrument}',
  ),
  'trade_order.amended': crypto(
    'Change to an order in {instrument} requested',
    'Запрошено изменение заявки по {instrument}',
  ),
};
