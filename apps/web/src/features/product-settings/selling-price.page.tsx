import { Button, Select, Tabs } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { ratesCalls } from '@omni/contracts/rates.calls.ts'
import { CURRENCIES } from '@omni/domain/currencies.ts'
import type { Rates } from '@omni/domain/money.ts'
import { checkSellingPrice, type CurrencyRule, type SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { same } from '@omni/domain/products/changes.ts'
import { Card } from '@omni/ui/card.tsx'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors, useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { CurrencyRuleFields } from './currency-rule.tsx'
import { FeesCard } from './fees-card.tsx'
import { PriceExamples } from './price-examples.tsx'
import classes from './product-settings.module.css'
import { SwitchRow, WhenLoaded } from './setting-rows.tsx'

const PriceRule = lazy(() => import('../bulk-edit/price-rule.tsx').then((module) => ({ default: module.PriceRule })))
const MAX_CURRENCIES = 20

/** /app/setting/selling-price — how a cost becomes a price. Products keep theirs until the rule is applied to them. */
export function SellingPricePage() {
  const t = useT()
  const reading = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true })
  const rates = useCall(ratesCalls.getCurrencyRates, {}, { quiet: true }).data?.rates ?? {}
  return (
    <SettingsFrame title={t('selling_price.title')} description={t('selling_price.text')}>
      <WhenLoaded reading={reading}>{reading.data ? <RuleForm saved={reading.data} rates={rates} /> : null}</WhenLoaded>
    </SettingsFrame>
  )
}

function RuleForm({ saved, rates }: { saved: SellingPrice; rates: Rates }) {
  const t = useT()
  // Kept apart from what is saved: an answer of the server never overwrites what is being written.
  const [draft, setDraft] = useState<SellingPrice | null>(null)
  const [tab, setTab] = useState(saved.currency)
  const [applying, setApplying] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const count = useCall(importListCalls.getProductCounts, {}, { quiet: true }).data?.all ?? 0
  const save = useAct(productSettingsCalls.updateSellingPrice, {
    refresh: [productSettingsCalls.getSellingPrice],
    quiet: true,
  })
  const rule = draft ?? saved
  const set = (change: Partial<SellingPrice>) => {
    setRefused(null)
    setDraft({ ...rule, ...change })
  }
  const problems = checkSellingPrice(rule, rates)
  const dirty = draft !== null && !same(draft, saved)
  const store = async () => {
    const reply = await save.run(rule)
    if (!reply.success)
      return setRefused(Object.values(fieldErrors(reply))[0] ?? (reply.message || t('selling_price.not_saved')))
    setDraft(null)
    toast('success', t('selling_price.saved'))
  }
  return (
    <>
      <Card
        title={t('selling_price.rules')}
        description={t('selling_price.rules_text')}
        actions={
          <Button
            variant="default"
            disabled={dirty || count === 0}
            title={dirty ? t('selling_price.save_first') : undefined}
            onClick={() => setApplying(true)}
          >
            {t('selling_price.apply', { count })}
          </Button>
        }
      >
        <div className={classes.stack}>
          <CurrencyTabs rule={rule} tab={tab} onTab={setTab} onChange={(rules) => set({ rules })} problems={problems} />
          <p className={classes.words}>{t('selling_price.formula_text')}</p>
        </div>
      </Card>
      <PriceExamples rule={rule} currency={tab} rates={rates} />
      <Card title={t('selling_price.use')}>
        <div className={classes.switches}>
          <SwitchRow
            name={t('selling_price.apply_on_import')}
            note={t('selling_price.apply_on_import_text')}
            on={rule.apply_on_import}
            onChange={(apply_on_import) => set({ apply_on_import })}
          />
          <SwitchRow
            name={t('selling_price.include_shipping')}
            note={t('selling_price.include_shipping_text')}
            on={rule.include_shipping}
            onChange={(include_shipping) => set({ include_shipping })}
          />
        </div>
      </Card>
      <FeesCard rule={rule} onChange={set} />
      {dirty || refused ? (
        <div className={classes.bar} aria-live="polite">
          <span className={classes.grow}>
            {refused ? (
              <span className={classes.problem} role="alert">
                {refused}
              </span>
            ) : problems.length > 0 ? (
              t('selling_price.problems', { count: problems.length })
            ) : (
              t('selling_price.unsaved')
            )}
          </span>
          <Button
            variant="default"
            onClick={() => {
              setDraft(null)
              setRefused(null)
            }}
          >
            {t('selling_price.discard')}
          </Button>
          <Button disabled={problems.length > 0} loading={save.pending} onClick={() => void store()}>
            {t('actions.save')}
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {applying ? (
          <PriceRule
            selection={{ all: { view: 'center', filter: {}, except: [] } }}
            count={count}
            onClose={() => setApplying(false)}
            onDone={() => setApplying(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

interface CurrencyTabsProps {
  rule: SellingPrice
  tab: string
  onTab: (currency: string) => void
  onChange: (rules: Record<string, CurrencyRule>) => void
  problems: ReturnType<typeof checkSellingPrice>
}

function CurrencyTabs({ rule, tab, onTab, onChange, problems }: CurrencyTabsProps) {
  const t = useT()
  const currencies = Object.keys(rule.rules)
  const main = rule.rules[rule.currency]
  const add = (currency: string | null) => {
    if (!currency || !main) return
    onChange({ ...rule.rules, [currency]: structuredClone(main) })
    onTab(currency)
  }
  const remove = (currency: string) => {
    onTab(rule.currency)
    onChange(Object.fromEntries(Object.entries(rule.rules).filter(([code]) => code !== currency)))
  }
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        if (next) onTab(next)
      }}
      keepMounted={false}
    >
      <div className={`${classes.row} ${classes.end}`}>
        <Tabs.List className={classes.grow}>
          {currencies.map((currency) => (
            <Tabs.Tab key={currency} value={currency}>
              {currency}
              {problems.some(({ path }) => path.startsWith(`rules.${currency}.`)) ? ' ⚠' : ''}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Select
          aria-label={t('selling_price.add_currency')}
          placeholder={t('selling_price.add_currency')}
          data={CURRENCIES.map(({ currencyType }) => currencyType).filter((code) => !currencies.includes(code))}
          value={null}
          searchable
          disabled={currencies.length >= MAX_CURRENCIES}
          nothingFoundMessage={t('form.nothing_found')}
          onChange={add}
          w={170}
        />
        {tab === rule.currency ? null : (
          <Button variant="subtle" onClick={() => remove(tab)}>
            {t('selling_price.remove_currency', { currency: tab })}
          </Button>
        )}
      </div>
      {currencies.map((currency) => {
        const own = rule.rules[currency]
        return own ? (
          <Tabs.Panel key={currency} value={currency} pt={12}>
            <CurrencyRuleFields
              currency={currency}
              rule={own}
              problems={problems}
              onChange={(next) => onChange({ ...rule.rules, [currency]: next })}
            />
          </Tabs.Panel>
        ) : null
      })}
    </Tabs>
  )
}
