import { OrderList } from './order-list.tsx'

/** /app/orders and /app/v2/orders (orders spec §2). */
export const OrdersPage = () => <OrderList tab="placement" />
