import { LINES, MUTATION, pointsOf } from './documents.ts'

const SUGGESTED = 1 + 2 + 2
const PAYMENT = 1 + 1 + 2
/** An order is paid by few. */
const PAYMENTS = 10

/** What Shopify itself would give back for these lines; and what each payment of the order still has. */
export const SUGGEST_REFUND = {
  text: `query SuggestRefund($id: ID!, $lines: [RefundLineItemInput!]) {
  order(id: $id) {
    currencyCode presentmentCurrencyCode
    lineItems(first: ${LINES}) { nodes { id unfulfilledQuantity } }
    pieces: suggestedRefund(refundLineItems: $lines) { amountSet { shopMoney { amount } } }
    all: suggestedRefund(suggestFullRefund: true) {
      maximumRefundableSet { shopMoney { amount } }
      suggestedTransactions {
        gateway
        parentTransaction { id }
        amountSet { shopMoney { amount } }
        maximumRefundableSet { shopMoney { amount } }
      }
    }
  }
}`,
  cost: () => 1 + pointsOf(LINES) + 2 * SUGGESTED + PAYMENTS * PAYMENT,
}

/** The newest refunds are last: an order with more than these has had its own before. */
const REFUNDS = 250

export const FIND_REFUND = {
  text: `query FindRefund($id: ID!) {
  order(id: $id) { refunds(first: ${REFUNDS}) { id note } }
}`,
  cost: () => 1 + pointsOf(REFUNDS),
}

export const CREATE_REFUND = {
  text: `mutation CreateRefund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}
