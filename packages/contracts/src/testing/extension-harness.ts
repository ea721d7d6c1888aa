/**
 * Plays the browser extension: the other end of extension.ts. Where the extension opens tabs, it asks a shop of the
 * sandbox (apps/sandbox/src/shop). What a real one must keep to is kept to here: one job for each attempt, a press only
 * inside the permission's time by its own clock, never after it said `not_pressed`, and reports until they are heard.
 */
import type { ExtensionTask, ExtensionTaskResult, ExtensionMessage, PageMessage } from '../extension.ts'

type Report = ExtensionTaskResult['report']
type Stage = 'asking' | 'pressed' | 'given_up' | 'done'

interface Job {
  task: ExtensionTask
  stage: Stage
  ask_id: string
  /** On the harness's own clock, from before the question left. */
  asked_at: number
  total: number
}

interface ShopOrder {
  order_no: string
  recipient: string
  zip: string
  lines: { sku_id: string; quantity: number }[]
  total: number
  currency: string
  paid: boolean
  closed: boolean
  status: Extract<Report, { is: 'order' }>['status']
  tracking_number: string | null
  placed_at: string
}

export interface HarnessOptions {
  /** Of the sandbox. */
  url: string
  /** Who is signed in at the sites; null: nobody. */
  buyer: string | null
  /** What the account at the sites is set to; left out: they do not say. */
  country?: string
  /** To the page. */
  send: (message: ExtensionMessage) => void
  /** A clock that never goes back, in milliseconds. */
  clock?: () => number
}

const ERRORS = new Set([
  'error_not_found_sku',
  'product_sold_out',
  'shipped_country_notfound',
  'error_checkout_products',
])
/** The site's clock is not ours. */
const CLOCK_SKEW_MS = 10 * 60_000
const VERSION = 'harness'

export class ExtensionHarness {
  readonly jobs = new Map<string, Job>()
  readonly #unconfirmed = new Map<string, ExtensionTaskResult>()
  readonly #options: HarnessOptions
  #buyer: string | null
  /** What is under way, so that a test can wait for it. */
  #work: Promise<unknown> = Promise.resolve()

  constructor(options: HarnessOptions) {
    this.#options = options
    this.#buyer = options.buyer
  }

  signIn(buyer: string): void {
    this.#buyer = buyer
  }

  /** Until everything that was heard so far is worked off. */
  idle(): Promise<unknown> {
    return this.#work
  }

  listen(message: PageMessage): void {
    this.#work = this.#work.then(() => this.#act(message))
  }

  /** The tabs at the sites are closed, in whichever state they are. */
  closeTabs(): void {
    for (const [key, job] of this.jobs) {
      this.jobs.delete(key)
      const { ask_id } = job
      if (job.stage === 'asking') this.#report(job.task, { is: 'not_pressed', ask_id })
      else if (job.stage === 'pressed') this.#report(job.task, { is: 'unknown', ask_id })
    }
  }

  /** The browser is gone, with everything it knew. */
  crash(): void {
    this.jobs.clear()
    this.#unconfirmed.clear()
  }

  async #act(message: PageMessage): Promise<void> {
    switch (message.is) {
      case 'hello':
        this.#options.send({ is: 'here', version: VERSION })
        for (const result of this.#unconfirmed.values()) this.#options.send({ is: 'report', ...result })
        return
      case 'task':
        return this.#begin(message.task)
      case 'press': {
        const job = this.#asking(message.ask_id)
        if (job) await this.#press(job, message.within_ms)
        return
      }
      case 'hold_off': {
        const job = this.#asking(message.ask_id)
        if (job) this.#giveUp(job)
        return
      }
      case 'received':
        this.#unconfirmed.delete(message.report_id)
    }
  }

  #asking(ask_id: string): Job | undefined {
    return [...this.jobs.values()].find((job) => job.ask_id === ask_id && job.stage === 'asking')
  }

  async #begin(task: ExtensionTask): Promise<void> {
    if (this.#buyer === null) return this.#options.send({ is: 'sign_in', source: task.source })
    if (task.is === 'look') return this.#look(task)
    if (task.is === 'read') return this.#read(task)
    const key = `${task.supplier_order_id} ${task.n} ${task.attempt_no}`
    const known = this.jobs.get(key)
    // A tab works on it, or has pressed: a second click changes nothing.
    if (known && known.stage !== 'given_up') return
    const checkout = await this.#ask<{ total: number; currency: string }>(task, 'checkout', this.#basket(task))
    if ('error' in checkout) return this.#cannot(task, checkout.error)
    const ask_id = crypto.randomUUID()
    const { total, currency } = checkout
    this.jobs.set(key, { task, stage: 'asking', ask_id, asked_at: this.#now(), total })
    const { supplier_order_id, n, attempt_no } = task
    const account_country = this.#options.country ?? null
    this.#options.send({ is: 'may_press', supplier_order_id, n, attempt_no, ask_id, total, currency, account_country })
  }

  async #press(job: Job, within_ms: number): Promise<void> {
    const { task, ask_id, total } = job
    if (this.#now() - job.asked_at >= within_ms) return this.#giveUp(job)
    job.stage = 'pressed'
    const { ship_to } = task
    const bought = await this.#ask<ShopOrder>(task, 'press', {
      ...this.#basket(task),
      recipient: ship_to?.name ?? '',
      address1: ship_to?.address1 ?? '',
      zip: ship_to?.zip ?? '',
      total,
    })
    // Whoever closed the tab meanwhile has reported for it, and sees no reply.
    if (![...this.jobs.values()].includes(job)) return
    job.stage = 'done'
    // Whatever the site says instead of a number, the button was pressed.
    this.#report(task, 'error' in bought ? { is: 'unknown', ask_id } : { is: 'bought', ...shown(bought) })
  }

  #giveUp(job: Job): void {
    job.stage = 'given_up'
    this.#report(job.task, { is: 'not_pressed', ask_id: job.ask_id })
  }

  #cannot(task: ExtensionTask, error: string): void {
    const error_key = ERRORS.has(error) ? error : 'error_checkout_products'
    this.#report(task, { is: 'cannot', error_key } as Extract<Report, { is: 'cannot' }>) // one of ERRORS
  }

  async #look(task: ExtensionTask): Promise<void> {
    const asked_at = this.#now()
    const found = await this.#ask<{ orders: ShopOrder[] }>(task, 'orders')
    if ('error' in found) return
    const since = Date.parse(task.since ?? '') - CLOCK_SKEW_MS
    const orders = found.orders.filter((order) => Date.parse(order.placed_at) >= since && isLike(task, order))
    const asked_ago_ms = Math.round(this.#now() - asked_at)
    this.#report(task, { is: 'history', orders: orders.map(shown), asked_ago_ms })
  }

  async #read(task: ExtensionTask): Promise<void> {
    const asked_at = this.#now()
    const order = await this.#ask<ShopOrder>(task, `orders/${task.order_no ?? ''}`)
    if ('error' in order) return
    const { tracking_number, status } = order
    const shipments = tracking_number === null ? [] : [{ tracking_number, carrier: task.source }]
    const asked_ago_ms = Math.round(this.#now() - asked_at)
    this.#report(task, { is: 'order', ...shown(order), status, shipments, asked_ago_ms })
  }

  #report({ supplier_order_id, n, attempt_no }: ExtensionTask, report: Report): void {
    const result = { supplier_order_id, n, attempt_no, report_id: crypto.randomUUID(), report }
    this.#unconfirmed.set(result.report_id, result)
    this.#options.send({ is: 'report', ...result })
  }

  #basket({ lines, ship_to, service_name }: ExtensionTask) {
    return {
      lines: lines.map(({ product_id, sku_id, quantity }) => ({ product_id, sku_id, quantity })),
      country_code: ship_to?.country_code ?? '',
      ...(service_name === '' ? {} : { service_name }),
    }
  }

  async #ask<Reply extends object>(
    { source }: ExtensionTask,
    path: string,
    body?: object,
  ): Promise<Reply | { error: string }> {
    try {
      const reply = await fetch(`${this.#options.url}/${source}/site/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#buyer}` },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = (await reply.json()) as Reply | { error: string } // the sandbox's own shape
      return reply.ok || 'error' in answer ? answer : { error: String(reply.status) }
    } catch {
      return { error: 'no reply' }
    }
  }

  #now(): number {
    return this.#options.clock?.() ?? performance.now()
  }
}

const shown = ({ order_no, paid, closed, total, currency }: ShopOrder) => ({ order_no, paid, closed, total, currency })

/** The same things to the same person. */
const isLike = ({ lines, ship_to }: ExtensionTask, order: ShopOrder): boolean =>
  order.recipient === ship_to?.name &&
  order.zip === ship_to.zip &&
  order.lines.length === lines.length &&
  lines.every(({ sku_id, quantity }, at) => order.lines[at]?.sku_id === sku_id && order.lines[at].quantity === quantity)
