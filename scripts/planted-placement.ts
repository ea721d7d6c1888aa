/**
 * `npm run planted -- placement [name]`: mistakes planted one at a time into a copy of the shell around placing. The
 * short chaos run (placing-killed.test.ts) must fail on each, and says how. A patch that fits nowhere any more is an
 * error too. Takes two to three minutes each; not part of the test command.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PLACEMENT = 'apps/server/src/features/placement'
const TEST = `${PLACEMENT}/placing-killed.test.ts`
const NAME = 'clicked twice'
/** The scope of our own packages, which npm links into the checkout. */
const OWN = '@omni'

interface Patch {
  file: string
  find: string
  put: string
}

/** Placement design, section 10: those that live in the shell. */
const FAULTS: Record<string, Patch[]> = {
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
      file: 'apps/server/migrations/0031_placement.sql',
      find: 'create unique index supplier_order_lines_one_live',
      put: 'create index supplier_order_lines_one_live',
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
      find: '    const { workplace_id, vendor, account_key } = account\n    const { rows } = await sql<{ wake_at',
      put: `    const { workplace_id, vendor, account_key } = account
    await sql\`update supplier_orders set state = 'failed', wake_at = null, settled_at = now(), held = null, hold = null
      where workplace_id = \${workplace_id} and vendor = \${vendor} and state = 'checking'\`.execute(tx)
    const { rows } = await sql<{ wake_at`,
    },
  ],
}

/** Everything the test needs, with the modules of this checkout. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'omni-planted-'))
  cpSync(root, copy, {
    recursive: true,
    filter: (from) => !/\/(?:node_modules|\.git|dist|data)(?:\/|$)/.test(from.slice(root.length - 1)),
  })
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Those of others are this checkout's. Our own packages are the copy's, or what is planted in them would not be run. */
function linkModules(from: string, to: string): void {
  mkdirSync(join(to, OWN), { recursive: true })
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, OWN))) symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name))
}

function plant(copy: string, patches: readonly Patch[]): void {
  for (const { file, find, put } of patches) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (text.split(find).length !== 2) throw new Error(`the patch of ${file} fits nowhere, or more than once`)
    writeFileSync(
      path,
      text.replace(find, () => put),
    )
  }
}

/** How often a run is begun again that never got to its judge: a busy machine finds no mistakes. */
const TRIES = 3

/** What the judge said, or what never came to its end; empty: nothing was found. Null: the test did not run. */
function runTest(copy: string): Promise<string[] | null> {
  return new Promise((done) => {
    const args = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'integration', TEST, '-t', NAME]
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    child.on('exit', (code) => {
      const findings = said.split('\n').filter((line) => /^\+ {3}"|^AssertionError: |not within/.test(line))
      // Before its first order was clicked nothing can be found, whatever failed.
      const isRun = !/Hook timed out|Failed Suites|a worker sends/.test(said) && (code === 0 || findings.length > 0)
      if (!isRun) {
        console.log(said.slice(-2000))
        return done(null)
      }
      done(code === 0 ? [] : [...new Set(findings)].slice(0, 6).map((line) => line.trim()))
    })
  })
}

const [area, wanted] = process.argv.slice(2)
if (area !== 'placement') {
  console.error('Which one? placement')
  process.exit(1)
}
let missed = 0
for (const [name, patches] of Object.entries(FAULTS)) {
  if (wanted !== undefined && !name.includes(wanted)) continue
  const copy = copyTree()
  try {
    plant(copy, patches)
    let found = await runTest(copy)
    for (let tries = 1; found === null && tries < TRIES; tries++) found = await runTest(copy)
    if (!found || found.length === 0) missed++
    console.log(`${found === null ? 'NOT RUN' : found.length > 0 ? 'found ' : 'MISSED'} ${name}`)
    for (const line of found ?? []) console.log(`         ${line}`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
process.exit(missed > 0 ? 1 : 0)
