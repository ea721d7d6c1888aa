import { OrderList } from './order-list.tsx'

/** /app/orders/shipment (orders spec §2). */
export const ShipmentPage = () => <OrderList tab="shipment" />
