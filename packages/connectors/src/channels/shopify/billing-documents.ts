/** The documents of Shopify's own billing. Validated as those in documents.ts are. */

/** Far more than an account makes between two looks. */
const RECENT = 25
/** An item, its plan, its pricing and the price; the subscription itself. */
const PLAN_POINTS = 1 + 4
const MUTATION = 10
/** As in documents.ts: 1.5 times the binary logarithm. */
const RECENT_POINTS = Math.ceil(1.5 * Math.log2(RECENT + 1))

const PLAN = `fragment Plan on AppSubscription {
  id name status test createdAt currentPeriodEnd returnUrl
  lineItems { plan { pricingDetails { ... on AppRecurringPricing { interval price { amount currencyCode } } } } }
}`

/** Everything that the app bills this store for. `ids`: also those that may be too old for the lists. */
export const BILLING = {
  text: `query Billing($ids: [ID!]!) {
  currentAppInstallation {
    activeSubscriptions { ...Plan }
    allSubscriptions(first: ${RECENT}, reverse: true) { nodes { ...Plan } }
    oneTimePurchases(first: ${RECENT}, reverse: true) {
      nodes { id name status test createdAt price { amount currencyCode } }
    }
  }
  nodes(ids: $ids) { ...Plan }
}
${PLAN}`,
  cost: (ids: number) => 1 + PLAN_POINTS + RECENT_POINTS * (PLAN_POINTS - 1 + 1) + ids * PLAN_POINTS,
}

export const SUBSCRIBE_PLAN = {
  text: `mutation SubscribePlan(
  $name: String!, $returnUrl: URL!, $lineItems: [AppSubscriptionLineItemInput!]!, $test: Boolean!,
  $replacementBehavior: AppSubscriptionReplacementBehavior!
) {
  appSubscriptionCreate(
    name: $name, returnUrl: $returnUrl, lineItems: $lineItems, test: $test, replacementBehavior: $replacementBehavior
  ) {
    appSubscription { id }
    confirmationUrl
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}

export const CANCEL_PLAN = {
  text: `mutation CancelPlan($id: ID!, $prorate: Boolean!) {
  appSubscriptionCancel(id: $id, prorate: $prorate) { appSubscription { id status } userErrors { field message } }
}`,
  cost: () => MUTATION + 1,
}

export const PURCHASE_ONCE = {
  text: `mutation PurchaseOnce($name: String!, $price: MoneyInput!, $returnUrl: URL!, $test: Boolean!) {
  appPurchaseOneTimeCreate(name: $name, price: $price, returnUrl: $returnUrl, test: $test) {
    appPurchaseOneTime { id }
    confirmationUrl
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}
