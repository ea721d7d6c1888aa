/** Documents of the fulfilment service, and what each costs before it is sent. */
import { LINES, MOST_POINTS, MUTATION, pointsOf } from './documents.ts'

const ASKED = 10
const REQUESTS_AT_ONCE = 20
/** What was asked; its lines and those of the order. */
const REQUEST_POINTS = pointsOf(ASKED) + 2 * pointsOf(LINES)
export const READ_REQUESTS_AT_ONCE = Math.floor(MOST_POINTS / (1 + REQUEST_POINTS))

const REQUEST = `fragment Request on FulfillmentOrder {
  id orderId requestStatus
  merchantRequests(first: ${ASKED}, reverse: true) { nodes { id kind message sentAt } }
  lineItems(first: ${LINES}) {
    nodes { id remainingQuantity lineItem { id currentQuantity unfulfilledQuantity } }
  }
}`

export const SERVICES = {
  text: `query FulfilmentServices {
  shop { fulfillmentServices { id serviceName callbackUrl } }
}`,
  cost: () => 2,
}

/** Stock and tracking numbers are told by us, and never asked for. */
export const CREATE_SERVICE = {
  text: `mutation CreateService($name: String!, $url: URL!) {
  fulfillmentServiceCreate(
    name: $name, callbackUrl: $url, inventoryManagement: false, trackingSupport: false, requiresShippingMethod: true
  ) {
    fulfillmentService { id }
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}

export const MOVE_SERVICE = {
  text: `mutation MoveService($id: ID!, $url: URL!) {
  fulfillmentServiceUpdate(id: $id, callbackUrl: $url) { fulfillmentService { id } userErrors { field message } }
}`,
  cost: () => MUTATION + 1,
}

export const LIST_REQUESTS = {
  text: `query ListRequests($status: FulfillmentOrderAssignmentStatus!, $after: String) {
  assignedFulfillmentOrders(first: ${REQUESTS_AT_ONCE}, after: $after, assignmentStatus: $status) {
    nodes { ...Request }
    pageInfo { hasNextPage endCursor }
  }
}
${REQUEST}`,
  cost: () => pointsOf(REQUESTS_AT_ONCE) * (1 + REQUEST_POINTS),
}

export const READ_REQUESTS = {
  text: `query ReadRequests($ids: [ID!]!) {
  nodes(ids: $ids) { ...Request }
}
${REQUEST}`,
  cost: (count: number) => count * (1 + REQUEST_POINTS),
}

const answered = `{ fulfillmentOrder { id requestStatus } userErrors { field message } }`

export const ACCEPT_REQUEST = {
  text: `mutation AcceptRequest($id: ID!, $message: String) {
  fulfillmentOrderAcceptFulfillmentRequest(id: $id, message: $message) ${answered}
}`,
}
export const REJECT_REQUEST = {
  text: `mutation RejectRequest(
  $id: ID!, $message: String, $reason: FulfillmentOrderRejectionReason, $lines: [IncomingRequestLineItemInput!]
) {
  fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: $reason, lineItems: $lines) ${answered}
}`,
}
export const ACCEPT_CANCELLATION = {
  text: `mutation AcceptCancellation($id: ID!, $message: String) {
  fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) ${answered}
}`,
}
export const REJECT_CANCELLATION = {
  text: `mutation RejectCancellation($id: ID!, $message: String) {
  fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) ${answered}
}`,
}
export const ANSWER_COST = MUTATION + 1
