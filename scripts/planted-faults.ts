/** Mistakes that chaos runs must find. That each still fits the source is a test of its own: a run takes minutes. */
const PLACEMENT = 'apps/server/src/features/placement'

export interface Patch {
  file: string
  find: string
  put: string
}

export function applyPatch({ file, find, put }: Patch, text: string): string {
  if (text.split(find).length !== 2) throw new Error(`the patch of ${file} fits nowhere, or more than once`)
  return text.replace(find, () => put)
}

/** A worker that makes up a new key for every product: a lost create is not found again, and made a second time. */
export const PUSH_FAULT: Patch = {
  file: 'packages/connectors/src/channels/shopify/index.ts',
  find: `      async send(call, input) {
        const part = firstPart(input)
`,
  put: `      async send(call, given) {
        const input = { ...given, key: given.key + Date.now() }
        const part = firstPart(input)
`,
}

/** Placement design, section 10: those that live in the shell. */
export const PLACEMENT_FAULTS: Record<string, Patch[]> = {
  'sent before its intent is committed': [
    {
      file: `${PLACEMENT}/turn-order.ts`,
      find: '    const began = performance.now()\n',
      put: `    const began = performance.now()
    if (prepared) {
      const early = await prepared.send(began + 5_000)
      prepared.send = async () => early
    }\n`,
    },
  ],
  'nobody is locked out, and versions are not compared': [
    {
      file: `${PLACEMENT}/move-orders.ts`,
      find: 'loadSupplierOrders(tx, workplace_id, ids, true)',
      put: 'loadSupplierOrders(tx, workplace_id, ids, false)',
    },
    { file: `${PLACEMENT}/supplier-order-row.ts`, find: '\n      and s.version = r.version`', put: '`' },
    { file: 'apps/server/src/platform/attempt-rows.ts', find: ' and a.version = r.version\n', put: '\n' },
  ],
  'the deadline is not looked at': [
    {
      file: 'packages/connectors/src/send-once.ts',
      find: 'if (performance.now() > send_by)',
      put: 'if (performance.now() > send_by + 1e9)',
    },
  ],
  'a write is repeated by its HTTP client': [
    {
      file: 'packages/connectors/src/http.ts',
      find: "  if (sent.state === 'not_sent') return { outcome: 'not_sent', reason: sent.reason }\n",
      put: `  if (sent.state === 'lost')
    sent = await sendOnce({
      url: urlOf(request),
      method: request.method,
      ...(await encode(request)),
      send_by: request.send_by + 60_000,
      timeout_ms: request.timeout_ms ?? WRITE_TIMEOUT_MS,
    })
  if (sent.state === 'not_sent') return { outcome: 'not_sent', reason: sent.reason }\n`,
    },
  ],
  'what cannot be read is taken for done': [
    {
      file: `${PLACEMENT}/turn-order.ts`,
      find: '  const answers = { send_no, outcome: outcome.outcome }\n',
      put: `  if (outcome.outcome === 'unknown') {
    const order = { order_no: \`?\${row.supplier_order_id}\`, confirmed: true, paid: true, closed: false, total: row.approved }
    return { event: { is: 'done', of, order } }
  }
  const answers = { send_no, outcome: outcome.outcome }\n`,
    },
  ],
  'one line may be bought twice': [
    {
      file: 'apps/server/migrations/0131_baseline.sql',
      find: 'CREATE UNIQUE INDEX supplier_order_lines_one_live',
      put: 'CREATE INDEX supplier_order_lines_one_live',
    },
    {
      file: `${PLACEMENT}/plan-purchases.ts`,
      find: "  if (is_taken) return 'already_placing'\n",
      put: '  if (is_taken && is_same === null) return null\n',
    },
  ],
  'money is given back by a timer': [
    {
      file: `${PLACEMENT}/work-placement.job.ts`,
      find: '    const { workplace_id, vendor, account_key } = account\n    const { rows } = await sql<{ due_at',
      put: `    const { workplace_id, vendor, account_key } = account
    await sql\`update supplier_orders set state = 'failed', due_at = null, settled_at = now(), held = null, hold = null
      where workplace_id = \${workplace_id} and vendor = \${vendor} and state = 'checking'\`.execute(tx)
    const { rows } = await sql<{ due_at`,
    },
  ],
}
