import { OrderList } from './order-list.tsx'

/** /app/orders/cancel-refund (orders spec §2). */
export const CancelRefundPage = () => <OrderList tab="cancel_refund" />
